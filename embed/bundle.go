package lowline

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
)

const (
	indexName    = "index.html"
	manifestName = "manifest.json"
)

// A file of the bundle, with all forms in which it can be sent.
type file struct {
	contentType  string
	cacheControl string
	plain        form
	compressed   []compressedForm // the smallest first
}

type form struct {
	body []byte
	etag string
}

type compressedForm struct {
	form
	coding string
}

// codings are the compressed forms that the build makes, by the ending of their names; the smallest first.
var codings = []struct{ name, ending string }{{"br", ".br"}, {"gzip", ".gz"}}

var contentTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".ico":  "image/x-icon",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json; charset=utf-8",
	".png":  "image/png",
	".svg":  "image/svg+xml",
	".txt":  "text/plain; charset=utf-8",
}

// readBundle reads the files that manifest.json names and verifies them by its hashes. So a
// truncated, mixed or edited bundle is an error at the start and not an empty page.
func readBundle(bundle fs.FS) (map[string]file, error) {
	if bundle == nil {
		return nil, errors.New("lowline: there is no bundle")
	}
	text, err := fs.ReadFile(bundle, manifestName)
	if err != nil {
		return nil, fmt.Errorf("lowline: the bundle must be the content of dist/, with its %s at the root: %w", manifestName, err)
	}
	var manifest struct {
		Files map[string]struct {
			SHA256 string `json:"sha256"`
		} `json:"files"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		return nil, fmt.Errorf("lowline: %s is not a valid manifest: %w", manifestName, err)
	}
	bodies := map[string][]byte{manifestName: text}
	for name, wanted := range manifest.Files {
		body, err := fs.ReadFile(bundle, name)
		if err != nil {
			return nil, fmt.Errorf("lowline: %s names a file that cannot be read: %w", manifestName, err)
		}
		if hash := sha256.Sum256(body); hex.EncodeToString(hash[:]) != wanted.SHA256 {
			return nil, fmt.Errorf("lowline: %s is not the file that %s names: the bundle is damaged, or mixed from two builds", name, manifestName)
		}
		bodies[name] = body
	}
	if _, ok := bodies[indexName]; !ok {
		return nil, fmt.Errorf("lowline: %s names no %s", manifestName, indexName)
	}
	files := make(map[string]file, len(bodies))
	for name, body := range bodies {
		if isFormOfAnother(name, bodies) {
			continue
		}
		served := fileOf(name, body)
		for _, coding := range codings {
			if compressed, ok := bodies[name+coding.ending]; ok {
				served.compressed = append(served.compressed, compressedForm{formOf(compressed), coding.name})
			}
		}
		files[name] = served
	}
	return files, nil
}

func isFormOfAnother(name string, bodies map[string][]byte) bool {
	for _, coding := range codings {
		plain, isCompressed := strings.CutSuffix(name, coding.ending)
		if _, ok := bodies[plain]; isCompressed && ok {
			return true
		}
	}
	return false
}

func fileOf(name string, body []byte) file {
	served := file{contentType: contentTypes[path.Ext(name)], cacheControl: "no-cache", plain: formOf(body)}
	if served.contentType == "" {
		served.contentType = "application/octet-stream"
	}
	// The names of assets contain hashes of the contents.
	if strings.HasPrefix(name, "assets/") {
		served.cacheControl = "public, max-age=31536000, immutable"
	}
	return served
}

func formOf(body []byte) form {
	hash := sha256.Sum256(body)
	return form{body, `"` + hex.EncodeToString(hash[:16]) + `"`}
}

func (f file) serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", f.contentType)
	header.Set("Cache-Control", f.cacheControl)
	sent, coding := f.plain, ""
	if len(f.compressed) > 0 {
		// Added, not set, because other middleware may vary by more.
		header.Add("Vary", "Accept-Encoding")
		for _, compressed := range f.compressed {
			if accepts(r.Header.Values("Accept-Encoding"), compressed.coding) {
				sent, coding = compressed.form, compressed.coding
				break
			}
		}
	}
	header.Set("ETag", sent.etag)
	if names(r.Header.Values("If-None-Match"), sent.etag) {
		header.Del("Content-Type")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	// Not http.ServeContent: it supports ranges, and a range of a compressed body is useless.
	if coding != "" {
		header.Set("Content-Encoding", coding)
	}
	header.Set("Content-Length", strconv.Itoa(len(sent.body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(sent.body)
	}
}

// names reports whether the values of If-None-Match contain the tag, weak or strong, or a star.
func names(values []string, etag string) bool {
	for _, value := range values {
		for part := range strings.SplitSeq(value, ",") {
			part = strings.TrimSpace(part)
			if part == "*" || strings.TrimPrefix(part, "W/") == etag {
				return true
			}
		}
	}
	return false
}

// accepts reports whether the values of Accept-Encoding allow the coding: by name or by a star, and without a
// weight of zero. Other weights are ignored: a client that accepts a coding gets the smallest form.
func accepts(values []string, coding string) bool {
	isStarred := false
	for _, value := range values {
		for part := range strings.SplitSeq(value, ",") {
			name, parameters, _ := strings.Cut(part, ";")
			name = strings.ToLower(strings.TrimSpace(name))
			if name == coding || name == "x-gzip" && coding == "gzip" {
				return !isZero(parameters)
			}
			if name == "*" {
				isStarred = !isZero(parameters)
			}
		}
	}
	return isStarred
}

func isZero(parameters string) bool {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		weight, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if strings.EqualFold(strings.TrimSpace(name), "q") && err == nil && weight == 0 {
			return true
		}
	}
	return false
}
