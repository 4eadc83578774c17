package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

// library has the facts of the source that a function was compiled from, as the compiler wrote them into this program.
func library(function any) reply {
	facts := reply{"version": nil, "file": nil, "digest": nil, "libraries": []any{}}
	if function == nil {
		return facts
	}
	code := runtime.FuncForPC(reflect.ValueOf(function).Pointer())
	file, _ := code.FileLine(code.Entry())
	facts["file"], facts["digest"] = file, digest(root(file))
	if strings.HasPrefix(code.Name(), "main.") { // the reference is as new as the compiler
		facts["version"] = version()
	}
	built, _ := debug.ReadBuildInfo()
	for _, module := range built.Deps {
		if !strings.HasPrefix(code.Name(), module.Path) {
			continue
		}
		if module.Version != "v0.0.0" { // a folder without a version
			facts["version"] = strings.TrimPrefix(module.Version, "v")
		}
		facts["libraries"] = []any{reply{"name": module.Path, "version": facts["version"], "file": file}}
	}
	return facts
}

func root(file string) string {
	for folder := filepath.Dir(file); folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
	}
	return filepath.Dir(file)
}

// digest is the SHA-256 over every file of a folder: its name, NUL, its content, NUL.
func digest(folder string) string {
	sum := sha256.New()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, _ := filepath.Rel(folder, path)
		sum.Write(append(append([]byte(name+"\x00"), must(os.ReadFile(path))...), 0))
		return nil
	})
	if err != nil {
		panic(err)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
