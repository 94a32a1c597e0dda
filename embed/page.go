package lowline

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

var (
	policyMeta  = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]+)">`)
	backendMeta = regexp.MustCompile(`<meta name="backend" content="([^"]*)">`)
	plainHost   = regexp.MustCompile(`^[a-z0-9_-]+(\.[a-z0-9_-]+)*(:[0-9]{1,5})?$`)
)

// backendDirectives are the policy directives for what the page loads or requests from its backend.
var backendDirectives = []string{"img-src", "media-src", "frame-src", "connect-src"}

// policyOf returns the policy in the page's meta element. The header repeats it, so only one text exists.
func policyOf(built []byte) (string, error) {
	found := policyMeta.FindSubmatch(built)
	if found == nil {
		return "", fmt.Errorf("lowline: %s has no content security policy", indexName)
	}
	return string(found[1]), nil
}

// withBackend returns the page as the build makes it for a backend on another origin.
func withBackend(built []byte, backend string) ([]byte, error) {
	if known := backendMeta.FindSubmatch(built); known != nil {
		return nil, fmt.Errorf("lowline: the bundle was already built for the backend %s", known[1])
	}
	origin, folder, err := splitBackend(backend)
	if err != nil {
		return nil, err
	}
	policy, err := policyOf(built)
	if err != nil {
		return nil, err
	}
	directives := strings.Split(policy, "; ")
	for _, name := range backendDirectives {
		at := slices.IndexFunc(directives, func(directive string) bool { return strings.HasPrefix(directive, name+" ") })
		if at < 0 {
			return nil, fmt.Errorf("lowline: the policy of %s has no %s for the backend", indexName, name)
		}
		directives[at] += " " + origin
	}
	title := []byte("<title>")
	if bytes.Count(built, title) != 1 {
		return nil, fmt.Errorf("lowline: %s has no title, before which the backend is written", indexName)
	}
	written := bytes.Replace(built, []byte(policy), []byte(strings.Join(directives, "; ")), 1)
	meta := `<meta name="backend" content="` + html.EscapeString(origin+folder) + `">` + "\n"
	return bytes.Replace(written, title, append([]byte(meta), title...), 1), nil
}

// splitBackend splits a backend URL into CSP origin and base path, without a trailing slash. Host characters
// that are special in a policy are refused.
func splitBackend(backend string) (origin, folder string, err error) {
	address, err := url.Parse(backend)
	if err != nil {
		return "", "", fmt.Errorf("lowline: the backend is not an address: %w", err)
	}
	host := strings.ToLower(address.Host)
	isWeb := address.Scheme == "https" || address.Scheme == "http"
	if !isWeb || !plainHost.MatchString(host) {
		return "", "", fmt.Errorf("lowline: the backend %q is not an address such as https://api.example.com", backend)
	}
	if address.User != nil || address.RawQuery != "" || address.ForceQuery || strings.Contains(backend, "#") {
		return "", "", errors.New("lowline: the backend's address has a name, a query or a fragment, which a call cannot carry")
	}
	usualPort := map[string]string{"http": ":80", "https": ":443"}[address.Scheme]
	origin = address.Scheme + "://" + strings.TrimSuffix(host, usualPort)
	return origin, strings.TrimRight(address.EscapedPath(), "/"), nil
}
