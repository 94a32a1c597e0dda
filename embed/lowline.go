// Package lowline serves the built dashboard under any prefix, from any file system.
//
// The caller brings the bundle, usually by an embed directive of its own:
//
//	//go:embed all:dist
//	var embedded embed.FS
//
//	bundle, err := fs.Sub(embedded, "dist")
//	...
//	dashboard, err := lowline.New(bundle, lowline.Options{Prefix: "/_/"})
//	...
//	mux.Handle("/_", dashboard)
//	mux.Handle("/_/", dashboard)
//
// A release brings the bundle as the package lowline/dist, whose FS needs neither directive nor fs.Sub.
//
// The bundle is read and checked once, when the handler is made. After that only the files that its manifest.json
// names are served: a URL is looked up and never becomes a path of the file system.
package lowline

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
)

// Options say where the dashboard is mounted and which backend it uses. The zero value serves it at "/", for
// the backend that the bundle was built for.
type Options struct {
	// Prefix is the path under which the dashboard is mounted, unescaped, such as "/_/"; empty means "/". The
	// handler strips it itself: do not combine it with http.StripPrefix. The path without its trailing slash
	// redirects, relatively, to the one with it, if it is mounted there too.
	Prefix string

	// Backend is the address of a backend on another origin, such as "https://api.example.com". It is written
	// into the page and into its policy, as a build with --backend does. A policy cannot name IPv6 addresses or
	// non-ASCII characters, so those are refused. Empty leaves the page as built. A page without a backend of
	// its own uses the API beside it, at "../api/".
	Backend string

	// HasAdmins reports whether the backend has an admin. With it the page redirects to the installer and back,
	// as the built-in dashboard does. Without it (nil) the sign-in finds out. It is called for every request of
	// the page. An error counts as unknown: the page is served without a redirect. Leave it out on PocketBase 0.23
	// and newer: their installer is a link of the console.
	HasAdmins func() (bool, error)
}

type handler struct {
	prefix    string // begins and ends with a slash
	policy    string
	files     map[string]file
	hasAdmins func() (bool, error)
}

// Handler serves the bundle. If the bundle or an option is wrong, it responds to every request with status
// 500. Use New in programs that should rather not start.
func Handler(bundle fs.FS, options Options) http.Handler {
	served, err := New(bundle, options)
	if err != nil {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fail(w, http.StatusInternalServerError, "The dashboard cannot be served: "+err.Error())
		})
	}
	return served
}

// New serves the bundle, or returns the error in it or in an option.
func New(bundle fs.FS, options Options) (http.Handler, error) {
	files, err := readBundle(bundle)
	if err != nil {
		return nil, err
	}
	if options.Backend != "" {
		rewritten, err := withBackend(files[indexName].plain.body, options.Backend)
		if err != nil {
			return nil, err
		}
		// The compressed forms still contain the page as built, so they are dropped.
		files[indexName] = fileOf(indexName, rewritten)
	}
	policy, err := policyOf(files[indexName].plain.body)
	if err != nil {
		return nil, err
	}
	prefix := "/"
	if trimmed := strings.Trim(options.Prefix, "/"); trimmed != "" {
		prefix = "/" + trimmed + "/"
	}
	if path.Clean(prefix)+"/" != prefix && prefix != "/" {
		return nil, fmt.Errorf("lowline: the prefix %q is not a valid path", options.Prefix)
	}
	return &handler{
		prefix:    prefix,
		policy:    policy + "; frame-ancestors 'self'",
		files:     files,
		hasAdmins: options.HasAdmins,
	}, nil
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", h.policy)
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Frame-Options", "SAMEORIGIN")

	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		fail(w, http.StatusMethodNotAllowed, "Method Not Allowed.")
		return
	}
	if r.URL.Path != "" && r.URL.Path+"/" == h.prefix {
		// Relative, because a proxy may have removed a part of the path.
		target := url.URL{Path: "./" + path.Base(h.prefix) + "/", RawQuery: r.URL.RawQuery}
		// Not http.Redirect, which makes the target absolute.
		header.Set("Location", target.String())
		w.WriteHeader(http.StatusTemporaryRedirect)
		return
	}
	name, isMounted := strings.CutPrefix(r.URL.Path, h.prefix)
	if name == "" {
		name = indexName
	}
	served, ok := h.files[name]
	if !isMounted || !ok {
		fail(w, http.StatusNotFound, "Not Found.")
		return
	}
	if name == indexName && h.redirectToInstaller(w, r) {
		return
	}
	served.serve(w, r)
}

// redirectToInstaller redirects to the installer while there is no admin, and away from it afterwards.
func (h *handler) redirectToInstaller(w http.ResponseWriter, r *http.Request) bool {
	if h.hasAdmins == nil {
		return false
	}
	hasAdmins, err := h.hasAdmins()
	if err != nil || hasAdmins != r.URL.Query().Has("installer") {
		return false
	}
	target := "?installer#"
	if hasAdmins {
		target = "?"
	}
	w.Header().Set("Location", target)
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusTemporaryRedirect)
	return true
}

// fail sends an error in the format of the API. It is never cached: a file that is missing now may exist
// after an upgrade.
func fail(w http.ResponseWriter, status int, message string) {
	// Marshal cannot fail for numbers and texts.
	body, _ := json.Marshal(map[string]any{"code": status, "message": message, "data": struct{}{}})
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", contentTypes[".json"])
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
