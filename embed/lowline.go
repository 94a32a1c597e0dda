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
// The bundle is read and checked once, when the handler is made. What is served afterwards are the files that its
// manifest.json names, and nothing else: an address is looked up, it never becomes a path of the file system.
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

// Options say where the dashboard is mounted and which backend it speaks to. The zero value serves it at "/", for
// the backend that the bundle was built for.
type Options struct {
	// Prefix is the path that the dashboard is mounted under, unescaped, such as "/_/"; empty means "/". The handler
	// takes it off by itself: http.StripPrefix does not go with it. Without its slash at the end the address leads
	// to the one with it, relatively, if it is mounted there too.
	Prefix string

	// Backend is the address of a backend elsewhere, such as "https://api.example.com". It is written into the page
	// and into its policy, as building with --backend does. A policy can name neither an IPv6 address nor letters
	// beyond ASCII, so those are refused. Empty leaves the page as it was built: without a backend of its own it
	// speaks to the one whose API lies beside it, at "../api/".
	Backend string

	// HasAdmins tells whether the backend has an admin. With it the page leads to the installer and back, as the
	// built-in dashboard does; nil leaves that to the sign-in, which finds out by itself. It is asked with every
	// request of the page. An error counts as not knowing: the page is served as it is asked for.
	HasAdmins func() (bool, error)
}

type handler struct {
	prefix    string // begins and ends with a slash
	policy    string
	files     map[string]file
	hasAdmins func() (bool, error)
}

// Handler serves the bundle. Of a bundle or an option that is wrong it says so to every request, with status 500; New
// is for programs that would rather not start.
func Handler(bundle fs.FS, options Options) http.Handler {
	served, err := New(bundle, options)
	if err != nil {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fail(w, http.StatusInternalServerError, "The dashboard cannot be served: "+err.Error())
		})
	}
	return served
}

// New serves the bundle, or returns what is wrong with it or with an option.
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
		// Its compressed bodies hold the page as it was built.
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
		return nil, fmt.Errorf("lowline: no request can have the path %q", options.Prefix)
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
		// Relative, for a proxy may have taken a part of the path off.
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

// redirectToInstaller sends a visitor to the installer while there is no admin, and away from it afterwards.
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

// fail answers with an error in the shape of the API's own, which nobody keeps: what is missing now may be there
// after an upgrade.
func fail(w http.ResponseWriter, status int, message string) {
	// Numbers and texts always have a JSON form.
	body, _ := json.Marshal(map[string]any{"code": status, "message": message, "data": struct{}{}})
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", contentTypes[".json"])
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
