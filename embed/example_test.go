package lowline_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"

	"lowline"
)

// A program usually embeds the bundle: `//go:embed all:dist`, and fs.Sub(embedded, "dist").
func ExampleHandler() {
	mux := http.NewServeMux()
	mux.Handle("/_/", lowline.Handler(os.DirFS("../dist"), lowline.Options{Prefix: "/_/"}))

	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, httptest.NewRequest("GET", "/_/", nil))
	fmt.Println(answer.Code, answer.Header().Get("Content-Type"), answer.Header().Get("Cache-Control"))
	// Output: 200 text/html; charset=utf-8 no-cache
}

func ExampleNew() {
	_, err := lowline.New(os.DirFS("../dist"), lowline.Options{Backend: "api.example.com"})
	fmt.Println(err)
	// Output: lowline: the backend "api.example.com" is not an address such as https://api.example.com
}
