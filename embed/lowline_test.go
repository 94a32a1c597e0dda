package lowline

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
)

const (
	policy = "default-src 'none'; script-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; " +
		"frame-src 'self'; connect-src 'self'; trusted-types default"
	pageText = "<!doctype html>\n" +
		`<meta http-equiv="Content-Security-Policy" content="` + policy + `">` + "\n" +
		"<title>Lowline</title>\n"
	script = "assets/main-ABCD.js"
)

// bundleOf returns a bundle of these files, with the manifest that names them.
func bundleOf(texts map[string]string) fstest.MapFS {
	bundle := fstest.MapFS{}
	files := map[string]any{}
	for name, text := range texts {
		hash := sha256.Sum256([]byte(text))
		bundle[name] = &fstest.MapFile{Data: []byte(text)}
		files[name] = map[string]any{"bytes": len(text), "sha256": hex.EncodeToString(hash[:])}
	}
	manifest, _ := json.Marshal(map[string]any{"files": files})
	bundle[manifestName] = &fstest.MapFile{Data: manifest}
	return bundle
}

func smallBundle() fstest.MapFS {
	bundle := bundleOf(map[string]string{
		indexName:                    pageText,
		script:                       "plain",
		script + ".br":               "brotli",
		script + ".gz":               "gzipped",
		"assets/only-gz-EFGH.css":    "css",
		"assets/only-gz-EFGH.css.gz": "css gzipped",
		"assets/0-IJKL.svg":          "<svg/>",
		"assets/x-MNOP.wasm":         "wasm",
		"THIRD-PARTY-LICENSES.txt":   "licences",
	})
	bundle["secret.txt"] = &fstest.MapFile{Data: []byte("not named by the manifest")}
	bundle[".env"] = &fstest.MapFile{Data: []byte("not named by the manifest")}
	return bundle
}

func mount(t testing.TB, options Options) http.Handler {
	t.Helper()
	handler, err := New(smallBundle(), options)
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

func ask(handler http.Handler, method, address string, headers ...string) *http.Response {
	request := httptest.NewRequest(method, address, nil)
	for at := 0; at < len(headers); at += 2 {
		request.Header.Add(headers[at], headers[at+1])
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder.Result()
}

func textOf(answer *http.Response) string {
	var text bytes.Buffer
	_, _ = text.ReadFrom(answer.Body)
	return text.String()
}

func TestFiles(t *testing.T) {
	handler := mount(t, Options{Prefix: "/_/"})
	const kept, asked = "public, max-age=31536000, immutable", "no-cache"
	for _, test := range []struct {
		address, contentType, cacheControl, text string
	}{
		{"/_/", "text/html; charset=utf-8", asked, pageText},
		{"/_/?demoEmail=x", "text/html; charset=utf-8", asked, pageText},
		{"/_/index.html", "text/html; charset=utf-8", asked, pageText},
		{"/_/" + script, "text/javascript; charset=utf-8", kept, "plain"},
		{"/_/assets/%6dain-ABCD.js", "text/javascript; charset=utf-8", kept, "plain"},
		{"/_/assets/only-gz-EFGH.css", "text/css; charset=utf-8", kept, "css"},
		{"/_/assets/0-IJKL.svg", "image/svg+xml", kept, "<svg/>"},
		{"/_/assets/x-MNOP.wasm", "application/octet-stream", kept, "wasm"},
		{"/_/THIRD-PARTY-LICENSES.txt", "text/plain; charset=utf-8", asked, "licences"},
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			answer := ask(handler, method, test.address)
			text := test.text
			if method == http.MethodHead {
				text = ""
			}
			if answer.StatusCode != http.StatusOK || textOf(answer) != text {
				t.Errorf("%s %s: %d", method, test.address, answer.StatusCode)
			}
			for name, wanted := range map[string]string{
				"Content-Type":            test.contentType,
				"Cache-Control":           test.cacheControl,
				"Content-Length":          fmt.Sprint(len(test.text)),
				"Content-Security-Policy": policy + "; frame-ancestors 'self'",
				"Referrer-Policy":         "no-referrer",
				"X-Content-Type-Options":  "nosniff",
				"X-Frame-Options":         "SAMEORIGIN",
			} {
				if got := answer.Header.Get(name); got != wanted {
					t.Errorf("%s %s: %s is %q, wanted %q", method, test.address, name, got, wanted)
				}
			}
		}
	}
}

func TestMissing(t *testing.T) {
	handler := mount(t, Options{Prefix: "/_/"})
	for _, address := range []string{
		"/", "/api/health", "/_x/", "/_//", "/_/assets", "/_/assets/", "/_/assets/gone.js", "/_/collections",
		"/_/secret.txt", "/_/.env", "/_/" + script + ".br", "/_/" + script + ".gz", "/_/assets/MAIN-ABCD.js",
		"/_/../secret.txt", "/_/assets/../secret.txt", "/_/assets/../index.html", "/_/./index.html",
		"/_/%2e%2e/secret.txt", "/_/..%2fsecret.txt", "/_/..%5csecret.txt", "/_/assets%5cmain-ABCD.js",
		"/_/index.html/", "/_/index.html%00", "/_//etc/passwd", "/_/%2fetc/passwd", "/_/C:%5csecret.txt",
		"/_/" + strings.Repeat("x", 5000),
	} {
		answer := ask(handler, http.MethodGet, address)
		if answer.StatusCode != http.StatusNotFound || answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, %s", address, answer.StatusCode, answer.Header.Get("Cache-Control"))
		}
		if text := textOf(answer); text != `{"code":404,"data":{},"message":"Not Found."}` {
			t.Errorf("%s: %q", address, text)
		}
		if answer.Header.Get("Content-Security-Policy") == "" || answer.Header.Get("ETag") != "" {
			t.Errorf("%s: the headers are not those of a missing file", address)
		}
	}
}

func TestMethods(t *testing.T) {
	handler := mount(t, Options{Prefix: "/_/"})
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "ODD"} {
		answer := ask(handler, method, "/_/")
		if answer.StatusCode != http.StatusMethodNotAllowed || answer.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d", method, answer.StatusCode)
		}
	}
}

func TestPrefix(t *testing.T) {
	for _, test := range []struct{ prefix, there, elsewhere string }{
		{"", "/", "/_/"},
		{"/", "/index.html", "/x/index.html"},
		{"/_/", "/_/", "/"},
		{"/_", "/_/", "/"},
		{"_", "/_/", "/"},
		{"/tools/lowline/", "/tools/lowline/" + script, "/lowline/"},
	} {
		handler := mount(t, Options{Prefix: test.prefix})
		if status := ask(handler, "GET", test.there).StatusCode; status != http.StatusOK {
			t.Errorf("%q: %s is %d", test.prefix, test.there, status)
		}
		if status := ask(handler, "GET", test.elsewhere).StatusCode; status != http.StatusNotFound {
			t.Errorf("%q: %s is %d", test.prefix, test.elsewhere, status)
		}
	}
	for address, wanted := range map[string]string{"/a/_": "./_/", "/a/_?installer": "./_/?installer"} {
		answer := ask(mount(t, Options{Prefix: "/a/_/"}), "GET", address)
		if got := answer.Header.Get("Location"); answer.StatusCode != http.StatusTemporaryRedirect || got != wanted {
			t.Errorf("%s leads to %q (%d)", address, got, answer.StatusCode)
		}
	}
	for prefix, wanted := range map[string]string{
		"/a:b/": "./a:b/", "/100%/": "./100%25/", "/a?b/": "./a%3Fb/", "/a#b/": "./a%23b/", "/my tools/": "./my%20tools/", "/für/": "./f%C3%BCr/",
	} {
		recorder := httptest.NewRecorder()
		request := httptest.NewRequest("GET", "/", nil)
		request.URL = &url.URL{Path: strings.TrimSuffix(prefix, "/")}
		mount(t, Options{Prefix: prefix}).ServeHTTP(recorder, request)
		if got := recorder.Header().Get("Location"); got != wanted {
			t.Errorf("%s leads to %q", prefix, got)
		}
	}
	for _, prefix := range []string{"/../", "/a//b/", "/a/../b/", "/./"} {
		if _, err := New(smallBundle(), Options{Prefix: prefix}); err == nil {
			t.Errorf("%q was taken", prefix)
		}
	}
	// A request line may contain no path at all.
	withoutPath := httptest.NewRequest("GET", "/", nil)
	withoutPath.URL = &url.URL{}
	recorder := httptest.NewRecorder()
	mount(t, Options{}).ServeHTTP(recorder, withoutPath)
	if recorder.Code != http.StatusNotFound {
		t.Errorf("no path: %d", recorder.Code)
	}
}

// A server of 0.23 or newer routes by patterns of net/http, and keeps its own dashboard under `/_/`.
func TestBesideRoutes(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /_/{path...}", func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte("its own")) })
	dashboard := mount(t, Options{Prefix: "/_/"})
	for _, path := range []string{"/_", "/_/{$}", "/_/{file}", "/_/assets/{path...}"} {
		mux.Handle("GET "+path, dashboard)
	}
	for address, wanted := range map[string]string{
		"/_": "307 ./_/ ", "/_/": "200  " + pageText, "/_/" + script: "200  plain", "/_/a/b": "200  its own",
	} {
		answer := ask(mux, http.MethodGet, address)
		if got := fmt.Sprint(answer.StatusCode, " ", answer.Header.Get("Location"), " ", textOf(answer)); got != wanted {
			t.Errorf("%s: %q, not %q", address, got, wanted)
		}
	}
	for _, missing := range []string{"/_/index.js", "/_/assets/gone.js"} {
		if answer := ask(mux, http.MethodGet, missing); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", missing, answer.StatusCode)
		}
	}
}

func TestCompressed(t *testing.T) {
	handler := mount(t, Options{})
	for _, test := range []struct{ accepted, coding, text string }{
		{"", "", "plain"},
		{"identity", "", "plain"},
		{"gzip", "gzip", "gzipped"},
		{"x-gzip", "gzip", "gzipped"},
		{"GZIP", "gzip", "gzipped"},
		{"br", "br", "brotli"},
		{"gzip, deflate, br, zstd", "br", "brotli"},
		{"gzip;q=1.0, br;q=0.1", "br", "brotli"},
		{"br;q=0, gzip", "gzip", "gzipped"},
		{"br; Q=0.000 ,gzip;q=0", "", "plain"},
		{"br;q=0;", "", "plain"},
		{"br;level=4;q=0", "", "plain"},
		{"x-br", "", "plain"},
		{"*", "br", "brotli"},
		{"br;q=0, *", "gzip", "gzipped"},
		{"*;q=0", "", "plain"},
		{"bread", "", "plain"},
		{";;,,=,q", "", "plain"},
	} {
		answer := ask(handler, "GET", "/"+script, "Accept-Encoding", test.accepted)
		if got := answer.Header.Get("Content-Encoding"); got != test.coding || textOf(answer) != test.text {
			t.Errorf("%q: %q", test.accepted, got)
		}
		if got := answer.Header.Get("Content-Length"); got != fmt.Sprint(len(test.text)) {
			t.Errorf("%q: %s bytes", test.accepted, got)
		}
		if got := answer.Header.Get("Content-Type"); got != "text/javascript; charset=utf-8" {
			t.Errorf("%q: %s", test.accepted, got)
		}
		if got := answer.Header.Get("Vary"); got != "Accept-Encoding" {
			t.Errorf("%q: varies by %q", test.accepted, got)
		}
	}
	if answer := ask(handler, "GET", "/assets/only-gz-EFGH.css", "Accept-Encoding", "br, gzip"); textOf(answer) != "css gzipped" {
		t.Error("the form that there is was not sent")
	}
	answer := ask(handler, "GET", "/assets/0-IJKL.svg", "Accept-Encoding", "br, gzip")
	if textOf(answer) != "<svg/>" || answer.Header.Get("Vary") != "" {
		t.Error("a file without compressed forms varies by nothing")
	}
	two := ask(handler, "GET", "/"+script, "Accept-Encoding", "identity", "Accept-Encoding", "gzip")
	if textOf(two) != "gzipped" {
		t.Error("the second line of the header was not read")
	}
}

func TestETags(t *testing.T) {
	handler := mount(t, Options{})
	seen := map[string]bool{}
	for _, accepted := range []string{"", "gzip", "br"} {
		for _, address := range []string{"/", "/" + script} {
			first := ask(handler, "GET", address, "Accept-Encoding", accepted)
			tag := first.Header.Get("ETag")
			if len(tag) < 10 || tag[0] != '"' {
				t.Fatalf("%s: the tag %q is not strong", address, tag)
			}
			seen[tag] = true
			for _, sent := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
				again := ask(handler, "GET", address, "Accept-Encoding", accepted, "If-None-Match", sent)
				if again.StatusCode != http.StatusNotModified || textOf(again) != "" {
					t.Errorf("%s with %s: %d", address, sent, again.StatusCode)
				}
				for _, name := range []string{"ETag", "Cache-Control", "Vary", "Content-Security-Policy"} {
					if again.Header.Get(name) != first.Header.Get(name) {
						t.Errorf("%s: the 304 has %s %q", address, name, again.Header.Get(name))
					}
				}
			}
			if status := ask(handler, "GET", address, "If-None-Match", `"other"`).StatusCode; status != http.StatusOK {
				t.Errorf("%s: %d for another tag", address, status)
			}
		}
	}
	// The page has one form here, the script three.
	if len(seen) != 4 {
		t.Errorf("%d tags for four bodies", len(seen))
	}
}

// A range of a compressed body is useless, and conditions for writing do not apply: both get the whole file.
func TestWhole(t *testing.T) {
	for _, header := range []string{"Range", "If-Match", "If-Range", "If-Modified-Since", "If-Unmodified-Since"} {
		for _, value := range []string{"bytes=1-2", `"x"`, "Mon, 02 Jan 2023 00:00:00 GMT", "bytes=9-1,,"} {
			answer := ask(mount(t, Options{}), "GET", "/"+script, header, value, "Accept-Encoding", "gzip")
			if answer.StatusCode != http.StatusOK || textOf(answer) != "gzipped" || answer.Header.Get("Content-Length") != "7" {
				t.Errorf("%s: %s: %d, %s bytes", header, value, answer.StatusCode, answer.Header.Get("Content-Length"))
			}
		}
	}
}

func TestVary(t *testing.T) {
	recorder := httptest.NewRecorder()
	recorder.Header().Set("Vary", "Origin")
	mount(t, Options{}).ServeHTTP(recorder, httptest.NewRequest("GET", "/"+script, nil))
	if got := strings.Join(recorder.Header().Values("Vary"), ", "); got != "Origin, Accept-Encoding" {
		t.Errorf("varies by %q", got)
	}
}

func TestInstaller(t *testing.T) {
	unknown := errors.New("the database is locked")
	for _, test := range []struct {
		has      bool
		err      error
		address  string
		location string
	}{
		{false, nil, "/", "?installer#"},
		{false, nil, "/index.html?other", "?installer#"},
		{false, nil, "/?installer", ""},
		{true, nil, "/", ""},
		{true, nil, "/?installer", "?"},
		{true, nil, "/?installer=1&other", "?"},
		{false, unknown, "/", ""},
		{false, unknown, "/?installer", ""},
		{false, nil, "/" + script, ""},
	} {
		handler := mount(t, Options{HasAdmins: func() (bool, error) { return test.has, test.err }})
		answer := ask(handler, "GET", test.address)
		wanted := http.StatusOK
		if test.location != "" {
			wanted = http.StatusTemporaryRedirect
		}
		if got := answer.Header.Get("Location"); got != test.location || answer.StatusCode != wanted {
			t.Errorf("%+v: %d to %q", test, answer.StatusCode, got)
		}
		if test.location != "" && answer.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%+v: the way may be kept", test)
		}
	}
}

func TestBackend(t *testing.T) {
	bundle := smallBundle()
	for _, test := range []struct{ backend, origin string }{
		{"https://api.example.com", "https://api.example.com"},
		{"https://API.example.com:443/pb/", "https://api.example.com"},
		{"http://10.0.0.7:8090", "http://10.0.0.7:8090"},
		{`https://api.example.com/"><script>`, "https://api.example.com"},
	} {
		handler, err := New(bundle, Options{Backend: test.backend})
		if err != nil {
			t.Fatal(err)
		}
		answer := ask(handler, "GET", "/", "Accept-Encoding", "br, gzip")
		text := textOf(answer)
		changed := strings.NewReplacer(
			"data: blob:", "data: blob: "+test.origin,
			"media-src 'self' blob:", "media-src 'self' blob: "+test.origin,
			"frame-src 'self'", "frame-src 'self' "+test.origin,
			"connect-src 'self'", "connect-src 'self' "+test.origin,
		).Replace(policy)
		if !strings.Contains(text, `content="`+changed+`"`) || strings.Contains(text, "<script>") {
			t.Errorf("%s: %s", test.backend, text)
		}
		if got := answer.Header.Get("Content-Security-Policy"); got != changed+"; frame-ancestors 'self'" {
			t.Errorf("%s: the header says %s", test.backend, got)
		}
		if strings.Count(text, `<meta name="backend" content="`) != 1 || answer.Header.Get("ETag") == formOf([]byte(pageText)).etag {
			t.Errorf("%s: the page is not its own", test.backend)
		}
	}
	for _, wrong := range []string{
		"api.example.com", "//api.example.com", "ftp://api.example.com", "https://", "javascript:alert(1)", "%",
		"https://a.example.com; script-src *", "https://a.example.com;script-src", "https://*", "https://a,b",
		"http://[::1]:8090", "https://münchen.example", "https://..", "https://a.example.com:999999", "https://a..b",
		"https://root:1234@api.example.com", "https://api.example.com?x", "https://api.example.com/?", "https://a#b",
	} {
		if _, err := New(bundle, Options{Backend: wrong}); err == nil {
			t.Errorf("%s was taken", wrong)
		}
	}
	narrow := bundleOf(map[string]string{indexName: strings.Replace(pageText, "media-src", "font-src", 1)})
	if _, err := New(narrow, Options{Backend: "https://api.example.com"}); err == nil {
		t.Error("a policy that names no media was widened")
	}
	built := bundleOf(map[string]string{indexName: pageText + `<meta name="backend" content="https://one.example.com">`})
	if _, err := New(built, Options{Backend: "https://two.example.com"}); err == nil {
		t.Error("a page of two backends was made")
	}
}

func TestBrokenBundles(t *testing.T) {
	damaged, without, unread := smallBundle(), smallBundle(), smallBundle()
	damaged[script] = &fstest.MapFile{Data: []byte("plaim")}
	delete(without, script)
	unread[manifestName] = &fstest.MapFile{Data: []byte("{")}
	outside := smallBundle()
	outside[manifestName] = &fstest.MapFile{Data: []byte(`{"files":{"../secret":{"sha256":""}}}`)}
	for sentence, bundle := range map[string]fs.FS{
		"there is no bundle": nil,
		"the bundle must be the content of dist/, with its manifest.json at the root: open manifest.json: file does not exist": fstest.MapFS{},
		"assets/main-ABCD.js is not the file that manifest.json names: the bundle is damaged, or mixed from two builds":        damaged,
		"manifest.json names a file that cannot be read: open assets/main-ABCD.js: file does not exist":                        without,
		"manifest.json is not a valid manifest: unexpected end of JSON input":                                                  unread,
		"manifest.json names a file that cannot be read: open ../secret: file does not exist":                                  outside,
		"manifest.json names no index.html":         bundleOf(nil),
		"index.html has no content security policy": bundleOf(map[string]string{indexName: "<title>"}),
	} {
		wanted := "lowline: " + sentence
		_, err := New(bundle, Options{})
		if err == nil || err.Error() != wanted {
			t.Errorf("%v, wanted %s", err, wanted)
		}
		answer := ask(Handler(bundle, Options{}), "GET", "/")
		var told struct{ Message string }
		_ = json.Unmarshal([]byte(textOf(answer)), &told)
		if answer.StatusCode != 500 || told.Message != "The dashboard cannot be served: "+wanted {
			t.Errorf("%d: %s", answer.StatusCode, told.Message)
		}
	}
}

// Any request gets only files that the manifest names, unchanged.
func FuzzPath(f *testing.F) {
	for _, seed := range []string{
		"/_/", "/_", "/_/index.html", "/_/" + script, "/_/../secret.txt", "/_/%2e%2e/", "/_/..\\x", "/_/\x00", "//", "",
	} {
		f.Add(seed, "gzip, br")
	}
	check := pathCheck(f)
	f.Fuzz(func(t *testing.T, address, accepted string) { check(t, address, accepted) })
}

// Paths of parts that have led out of a folder elsewhere, in a random order. FuzzPath looks for others, but Go
// compiles everything anew for it.
func TestRandomPaths(t *testing.T) {
	parts := []string{
		"/_", "/", "_", ".", "..", "...", "\\", "\x00", "%2e", "%2F", "%5c", "%00", "%", "?", "#", ":", "//", " ", "~", "*", "\n",
		"\xff", "\u202e", "C:", "index.html", script, "assets", "main-ABCD.js", manifestName, "secret.txt", ".env", ".br", ".gz", "a",
	}
	encodings := []string{"", "gzip", "br", "gzip, br", "gzip;q=0, br", "*", "br;q=x", "identity;q=0", "\x00"}
	random := rand.New(rand.NewPCG(1, 2))
	check := pathCheck(t)
	served := 0
	for range 200_000 {
		address := ""
		if random.IntN(2) == 0 {
			address = "/_/"
		}
		for range random.IntN(8) {
			address += parts[random.IntN(len(parts))]
		}
		if check(t, address, encodings[random.IntN(len(encodings))]) == http.StatusOK {
			served++
		}
	}
	if served < 1000 {
		t.Errorf("only %d paths named a file", served)
	}
}

// pathCheck returns a check of one request's answer, which returns the status.
func pathCheck(t testing.TB) func(t testing.TB, address, accepted string) int {
	bundle := smallBundle()
	handler, err := New(bundle, Options{Prefix: "/_/"})
	if err != nil {
		t.Fatal(err)
	}
	bodies := map[string]bool{}
	for name, file := range bundle {
		if name != "secret.txt" && name != ".env" {
			bodies[string(file.Data)] = true
		}
	}
	return func(t testing.TB, address, accepted string) int {
		request := httptest.NewRequest("GET", "/", nil)
		request.URL = &url.URL{Path: address}
		request.Header.Set("Accept-Encoding", accepted)
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		body := recorder.Body.String()
		switch recorder.Code {
		case http.StatusOK:
			if !strings.HasPrefix(address, "/_/") || !bodies[body] {
				t.Errorf("%q answers %q", address, body)
			}
		case http.StatusTemporaryRedirect:
			if address != "/_" {
				t.Errorf("%q leads to %q", address, recorder.Header().Get("Location"))
			}
		case http.StatusNotFound:
			if body != `{"code":404,"data":{},"message":"Not Found."}` {
				t.Errorf("%q is missing and answers %q", address, body)
			}
		default:
			t.Errorf("%q: %d", address, recorder.Code)
		}
		return recorder.Code
	}
}
