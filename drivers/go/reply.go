package main

import (
	"encoding/base64"
	"fmt"
	"hash/crc32"
)

const long = 131072

// Computed is a reply for which the client asked for the values of these keys.
type Computed struct {
	Keys  []string
	Reply any
}

// reported is a value in the form for reports.
func reported(value any) any {
	switch found := value.(type) {
	case nil, bool, int64, uint64, float64:
		return found
	case missing:
		return nil
	case string:
		return text([]byte(found), "UTF-8")
	case []byte:
		return text(found, "ASCII-8BIT")
	case []string:
		return reply{"list": mapped(found)}
	case []any:
		return reply{"list": mapped(found)}
	case map[string]any:
		pairs := []any{}
		for key, one := range found {
			pairs = append(pairs, []any{reported(key), reported(one)})
		}
		return reply{"pairs": pairs}
	case Computed:
		return reply{"computed": found.Keys, "reply": reported(found.Reply)}
	}
	return reply{"class": fmt.Sprintf("%T", value), "text": cut(fmt.Sprint(value), 200)}
}

func mapped[T any](values []T) []any {
	list := make([]any, len(values))
	for at, value := range values {
		list[at] = reported(value)
	}
	return list
}

func text(bytes []byte, encoding string) reply {
	if len(bytes) > long {
		return reply{"size": len(bytes), "crc32": crc32.ChecksumIEEE(bytes), "encoding": encoding}
	}
	return reply{"bytes": base64.StdEncoding.EncodeToString(bytes), "encoding": encoding}
}
