package main

import (
	"embed"
	"io/fs"
	"net/http"

	"github.com/labstack/echo/v5"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"

	"lowline"
)

// The bundle with its compressed forms, which build.mjs puts there: an embed directive cannot reach beyond its folder.
//
//go:embed all:dist
var embedded embed.FS

// registerDashboard puts Lowline in the place of the built-in dashboard. Replacing that route takes its way to the
// installer along, so the handler is told whether there is an admin.
func registerDashboard(app *pocketbase.PocketBase) {
	app.OnBeforeServe().Add(func(e *core.ServeEvent) error {
		bundle, err := fs.Sub(embedded, "dist")
		if err != nil {
			return err
		}
		dashboard, err := lowline.New(bundle, lowline.Options{
			Prefix: "/_/",
			HasAdmins: func() (bool, error) {
				admins, err := e.App.Dao().TotalAdmins()
				return admins > 0, err
			},
		})
		if err != nil {
			return err
		}
		readable := []string{http.MethodGet, http.MethodHead}
		e.Router.Match(readable, "/_", echo.WrapHandler(dashboard))
		e.Router.Match(readable, "/_/*", echo.WrapHandler(dashboard))
		return nil
	})
}
