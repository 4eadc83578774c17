package main

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

// library has the facts of the source that a function was compiled from, as the compiler wrote them into this program.
func library(function any) reply {
	facts := reply{"version": nil, "file": nil, "folders": []string{}, "libraries": []any{}}
	if function == nil {
		return facts
	}
	code := runtime.FuncForPC(reflect.ValueOf(function).Pointer())
	file, _ := code.FileLine(code.Entry())
	facts["file"], facts["folders"] = file, []string{root(file)}
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
