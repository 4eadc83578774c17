#include "client.h"
#include "../text.h"
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define LEAST_ROOM 16384
#define LARGEST (1u << 30)
// Requests that are sent before their replies are read: few enough for the buffers of the sockets, and for one sendmsg.
#define CHUNK 500

typedef struct { char *server; int socket; bool asked; } Line;

struct Client {
  Line *lines;
  int count, timeout; // ms
  bool waited;
  int64_t deadline; // ms
  char *out;
  size_t size, room;
  struct iovec parts[2 * CHUNK + 1];
};

const char client_source[] = __FILE__;

Client *client_new(const Json *servers, double timeout) {
  Client *client = memset(grown(NULL, sizeof *client), 0, sizeof *client);
  client->timeout = timeout * 1000;
  client->lines = grown(NULL, json_count(servers) * sizeof(Line));
  for (const Json *one = servers ? servers->first : NULL; one; one = one->next)
    client->lines[client->count++] = (Line){ .server = strdup(json_text(one, "")), .socket = -1 };
  return client;
}

// Connections whose replies may belong to other requests are not used again.
static void hang_up(Client *client) {
  for (Line *line = client->lines; line < client->lines + client->count; line++) {
    if (line->socket >= 0) close(line->socket);
    line->socket = -1;
    line->asked = false;
  }
}

void client_free(Client *client) {
  hang_up(client);
  for (int at = 0; at < client->count; at++) free(client->lines[at].server);
  free(client->lines);
  free(client->out);
  free(client);
}

static int drop(Client *client, const char *what, const char *more) {
  hang_up(client);
  return fail("ConnectionError", "%s%.80s", what, more);
}

static int no_answer(Client *client) { return drop(client, "the server did not answer in time", ""); }

static int64_t clock_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return time.tv_sec * 1000ll + time.tv_nsec / 1000000;
}

static int connected(Client *client, Line *line, int family, const struct sockaddr *address, socklen_t size) {
  struct timeval limit = { client->timeout / 1000, client->timeout % 1000 * 1000 };
  line->socket = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  setsockopt(line->socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(line->socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  if (family != AF_UNIX) setsockopt(line->socket, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
  return connect(line->socket, address, size) ? drop(client, "the server cannot be reached: ", strerror(errno)) : 0;
}

static int dial(Client *client, Line *line) {
  if (*line->server == '/') {
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    strncpy(address.sun_path, line->server, sizeof address.sun_path - 1);
    return connected(client, line, AF_UNIX, (struct sockaddr *)&address, sizeof address);
  }
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *found;
  char host[256] = "", *port = strrchr(line->server, ':');
  bool bracket = *line->server == '[';
  if (port) snprintf(host, sizeof host, "%.*s", (int)(port - line->server) - 2 * bracket, line->server + bracket);
  if (!port || getaddrinfo(host, port + 1, &hints, &found)) return drop(client, "unknown server: ", line->server);
  int failed = connected(client, line, found->ai_family, found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found);
  return failed;
}

// Keys are spread over several servers.
static Line *line_of(const Client *client, const char *key, size_t size) {
  if (client->count == 1) return client->lines;
  uint32_t sum = 0;
  for (size_t at = 0; at < size; at++) sum = sum * 31 + (unsigned char)key[at];
  return &client->lines[sum % client->count];
}

// Whether the last system call was ended by a signal, and may be made again until a deadline, which begins here.
static bool signalled(const Client *client, int64_t *deadline) {
  if (errno != EINTR) return false;
  if (!*deadline) *deadline = clock_ms() + client->timeout;
  return clock_ms() < *deadline;
}

// A blocking socket sends everything, unless it waits too long, or a signal comes.
static int transmit(Client *client, Line *line, struct iovec *parts, int count) {
  if (line->socket < 0 && dial(client, line)) return -1;
  line->asked = true;
  for (int64_t deadline = 0;;) {
    struct msghdr message = { .msg_iov = parts, .msg_iovlen = count };
    ssize_t sent = sendmsg(line->socket, &message, MSG_NOSIGNAL);
    if (sent < 0 && signalled(client, &deadline)) continue;
    if (sent < 0) return drop(client, "the server does not take the request", "");
    for (; count && (size_t)sent >= parts->iov_len; count--) sent -= parts++->iov_len;
    if (!count) return 0;
    parts->iov_base = (char *)parts->iov_base + sent;
    parts->iov_len -= sent;
  }
}

static void reserve(Client *client, size_t size) {
  client->size = 0;
  if (client->room < size) client->out = grown(client->out, client->room = 2 * size);
}

static void put(Client *client, const char *bytes, size_t size) {
  memcpy(client->out + client->size, bytes, size);
  client->size += size;
}

static void put_text(Client *client, const char *text) { put(client, text, strlen(text)); }

static void put_number(Client *client, uint64_t number) {
  char digits[21] = " ", *at = digits + sizeof digits;
  do *--at = '0' + number % 10; while (number /= 10);
  put(client, " ", 1);
  put(client, at, digits + sizeof digits - at);
}

static void begin_replies(Client *client, Line *line) {
  line->asked = client->waited = false;
  client->deadline = clock_ms() + client->timeout;
}

// Waits for more of a reply: the first time as long as the socket does.
static int receive(Client *client, Line *line, Reply *reply, size_t least) {
  size_t room = reply->used + (least > LEAST_ROOM ? least : LEAST_ROOM);
  if (reply->size < room) reply->data = grown(reply->data, reply->size = 2 * room);
  for (;;) {
    int64_t left = client->waited ? client->deadline - clock_ms() : 0;
    int ready = !client->waited ? 1 : left < 0 ? 0 : poll(&(struct pollfd){ .fd = line->socket, .events = POLLIN }, 1, left);
    client->waited = true;
    if (!ready) return no_answer(client);
    ssize_t size = ready < 0 ? ready : recv(line->socket, reply->data + reply->used, reply->size - reply->used, 0);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return size ? no_answer(client) : drop(client, "the server closed the connection", "");
    reply->used += size;
    return 0;
  }
}

// The line at a place, which moves behind it; NULL after `drop`.
static char *next_line(Client *client, Line *line, Reply *reply, size_t *at) {
  for (size_t seen = *at;;) {
    char *end = reply->used > seen ? memchr(reply->data + seen, '\n', reply->used - seen) : NULL;
    if (end) {
      char *text = reply->data + *at;
      *at = end + 1 - reply->data;
      if (end > text && end[-1] == '\r') return end[-1] = '\0', text;
      return drop(client, "the server answered a line without its end", ""), NULL;
    }
    seen = reply->used;
    if (seen - *at > 2048) return drop(client, "the server answered a line that does not end", ""), NULL;
    if (receive(client, line, reply, 0)) return NULL;
  }
}

static int end_replies(Client *client, const Reply *reply, size_t at) {
  return at == reply->used ? 0 : drop(client, "the server said more than it was asked", "");
}

static bool read_number(char **at, uint64_t *number) {
  char *digits = *at;
  *number = strtoull(digits, at, 10);
  return *digits >= '0' && *digits <= '9';
}

// FLAGS SIZE, and the version if it was asked for.
static bool read_head(char *at, Item *item, bool versions) {
  uint64_t flags, size;
  bool sound = read_number(&at, &flags) && *at++ == ' ' && read_number(&at, &size) && size < LARGEST;
  if (sound && versions) sound = *at++ == ' ' && read_number(&at, &item->version);
  if (!sound || *at) return false;
  item->flags = flags;
  item->size = size;
  return true;
}

static bool begins(const char *line, const char *key, size_t size) {
  return !strncmp(line, "VALUE ", 6) && !strncmp(line + 6, key, size) && line[6 + size] == ' ';
}

// The server answers in the order of the keys.
static int read_values(Client *client, Line *line, Reply *reply, const char **keys, const size_t *sizes, int count,
                       bool versions) {
  size_t at = reply->used;
  begin_replies(client, line);
  for (int next = 0;; next++) {
    char *head = next_line(client, line, reply, &at);
    if (!head) return -1;
    if (!strcmp(head, "END")) return end_replies(client, reply, at);
    while (next < count && !(line_of(client, keys[next], sizes[next]) == line && begins(head, keys[next], sizes[next]))) next++;
    if (next == count) return drop(client, "the server answered what was not asked for: ", head);
    Item *item = reply_add(reply, next);
    if (!read_head(head + 7 + sizes[next], item, versions)) return drop(client, "the server answered ", head);
    item->at = at;
    at += item->size + 2;
    while (reply->used < at) if (receive(client, line, reply, at - reply->used)) return -1;
    if (memcmp(reply->data + at - 2, "\r\n", 2)) return drop(client, "a value has another length than announced", "");
  }
}

static size_t length(const size_t *sizes, int count) {
  size_t size = 0;
  for (int at = 0; at < count; at++) size += sizes[at] + 1;
  return size;
}

int client_read(Client *client, Reply *reply, const char *command, const char **keys, const size_t *sizes, int count) {
  reserve(client, strlen(command) + length(sizes, count) + 2);
  for (Line *line = client->lines; line < client->lines + client->count; line++) {
    client->size = 0;
    put_text(client, command);
    size_t empty = client->size;
    for (int at = 0; at < count; at++) {
      if (line_of(client, keys[at], sizes[at]) != line) continue;
      put(client, " ", 1);
      put(client, keys[at], sizes[at]);
    }
    if (client->size == empty) continue;
    put_text(client, "\r\n");
    if (transmit(client, line, &(struct iovec){ client->out, client->size }, 1)) return -1;
  }
  for (Line *line = client->lines; line < client->lines + client->count; line++)
    if (line->asked && read_values(client, line, reply, keys, sizes, count, !strcmp(command, "gets"))) return -1;
  return 0;
}

// Sends the changes of one server. The end of a value is sent with the next request.
static int send_changes(Client *client, Line *line, const Change *change, int from, int to) {
  size_t most = strlen(change->command) + strlen(change->tail) + 100;
  reserve(client, (to - from) * most + length(change->sizes + from, to - from));
  struct iovec *part = client->parts;
  size_t sent = 0;
  for (int at = from; at < to; at++) {
    if (line_of(client, change->keys[at], change->sizes[at]) != line) continue;
    put_text(client, change->command);
    put(client, " ", 1);
    put(client, change->keys[at], change->sizes[at]);
    put_text(client, change->tail);
    if (change->values) {
      const Value *value = &change->values[at];
      put_number(client, value->kind);
      put_number(client, change->ttl);
      put_number(client, value->size);
      if (change->version) put_number(client, change->version);
      put_text(client, "\r\n");
      *part++ = (struct iovec){ client->out + sent, client->size - sent };
      *part++ = (struct iovec){ (char *)value->bytes, value->size };
      sent = client->size;
    }
    put_text(client, "\r\n");
  }
  if (client->size == 0) return 0;
  *part++ = (struct iovec){ client->out + sent, client->size - sent };
  return transmit(client, line, client->parts, part - client->parts);
}

static int read_outcomes(Client *client, Line *line, Reply *reply, const Change *change, int from, int to) {
  size_t at = reply->used;
  begin_replies(client, line);
  for (int key = from; key < to; key++) {
    if (line_of(client, change->keys[key], change->sizes[key]) != line) continue;
    char *word = next_line(client, line, reply, &at);
    if (!word) return -1;
    if (!strcmp(word, change->done)) continue;
    if (strcmp(word, "NOT_STORED") && strcmp(word, "NOT_FOUND") && strcmp(word, "EXISTS"))
      return drop(client, "the server answered ", word);
    reply_add(reply, key);
  }
  return end_replies(client, reply, at);
}

int client_change(Client *client, Reply *reply, const Change *change) {
  for (int from = 0; from < change->count; from += CHUNK) {
    int to = change->count - from > CHUNK ? from + CHUNK : change->count;
    for (Line *line = client->lines; line < client->lines + client->count; line++)
      if (send_changes(client, line, change, from, to)) return -1;
    for (Line *line = client->lines; line < client->lines + client->count; line++)
      if (line->asked && read_outcomes(client, line, reply, change, from, to)) return -1;
  }
  reply->truth = !reply->count;
  return 0;
}

int client_count(Client *client, Reply *reply, const char *command, const char *key, size_t size, uint64_t by) {
  Line *line = line_of(client, key, size);
  size_t at = reply->used;
  reserve(client, size + 40);
  put_text(client, command);
  put(client, " ", 1);
  put(client, key, size);
  put_number(client, by);
  put_text(client, "\r\n");
  if (transmit(client, line, &(struct iovec){ client->out, client->size }, 1)) return -1;
  begin_replies(client, line);
  char *text = next_line(client, line, reply, &at), *end = text;
  if (!text) return -1;
  reply->form = strcmp(text, "NOT_FOUND") ? NUMBER : NOTHING;
  bool sound = reply->form == NOTHING || (read_number(&end, &reply->number) && !end[strspn(end, " ")]);
  if (!sound) return drop(client, "the server answered ", text);
  return end_replies(client, reply, at);
}
