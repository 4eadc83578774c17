package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"os"
)

// Access is what a client needs besides the addresses. The authorities of TLS are those of a file, or without one the machine's.
type Access struct {
	TLS *struct {
		Authorities *string `json:"ca"`
	} `json:"tls"`
}

// Config verifies the certificate of a server, and that it names the host; nil without TLS.
func (a Access) Config() (*tls.Config, error) {
	if a.TLS == nil {
		return nil, nil
	} else if a.TLS.Authorities == nil {
		return &tls.Config{}, nil
	}
	text, err := os.ReadFile(*a.TLS.Authorities)
	if err != nil {
		return nil, err
	}
	config := &tls.Config{RootCAs: x509.NewCertPool()}
	if !config.RootCAs.AppendCertsFromPEM(text) {
		return nil, errors.New("no certificate is in " + *a.TLS.Authorities)
	}
	return config, nil
}
