// Command server is the real backend, PocketBase 0.22.55 as a library, with the dashboard inside, served at /_/.
// It takes the stock program's flags, so one command line starts either.
// The stock program's `update` command is missing on purpose: it would put another version here.
package main

import (
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/plugins/jsvm"
	"github.com/pocketbase/pocketbase/plugins/migratecmd"
)

type options struct {
	hooksDir      string
	hooksWatch    bool
	hooksPool     int
	migrationsDir string
	automigrate   bool
	publicDir     string
	indexFallback bool
	queryTimeout  int
}

func main() {
	app := pocketbase.New()
	if err := register(app, readOptions(app)); err != nil {
		log.Fatal(err)
	}
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// readOptions parses the flags at once: the plugins need their values before the app starts.
func readOptions(app *pocketbase.PocketBase) options {
	var o options
	flags := app.RootCmd.PersistentFlags()
	flags.StringVar(&o.hooksDir, "hooksDir", "", "the directory with the JS app hooks")
	flags.BoolVar(&o.hooksWatch, "hooksWatch", true, "auto restart the app on pb_hooks file change")
	flags.IntVar(&o.hooksPool, "hooksPool", 25, "the total prewarm goja.Runtime instances for the JS app hooks execution")
	flags.StringVar(&o.migrationsDir, "migrationsDir", "", "the directory with the user defined migrations")
	flags.BoolVar(&o.automigrate, "automigrate", true, "enable/disable auto migrations")
	flags.StringVar(&o.publicDir, "publicDir", defaultPublicDir(), "the directory to serve static files")
	flags.BoolVar(&o.indexFallback, "indexFallback", true, "serve index.html for a static path that is missing")
	flags.IntVar(&o.queryTimeout, "queryTimeout", 30, "the default SELECT queries timeout in seconds")
	// Errors are told again, with the command's usage, when the app starts and parses the same flags.
	_ = app.RootCmd.ParseFlags(os.Args[1:])
	return o
}

func register(app *pocketbase.PocketBase, o options) error {
	// Before the hooks: of two handlers of one route the later one counts, so a hook can serve another dashboard.
	registerDashboard(app)
	if err := jsvm.Register(app, jsvm.Config{
		MigrationsDir: o.migrationsDir,
		HooksDir:      o.hooksDir,
		HooksWatch:    o.hooksWatch,
		HooksPoolSize: o.hooksPool,
	}); err != nil {
		return err
	}
	if err := migratecmd.Register(app, app.RootCmd, migratecmd.Config{
		TemplateLang: migratecmd.TemplateLangJS,
		Automigrate:  o.automigrate,
		Dir:          o.migrationsDir,
	}); err != nil {
		return err
	}
	app.OnAfterBootstrap().PreAdd(func(*core.BootstrapEvent) error {
		app.Dao().ModelQueryTimeout = time.Duration(o.queryTimeout) * time.Second
		return nil
	})
	app.OnBeforeServe().Add(func(e *core.ServeEvent) error {
		e.Router.GET("/*", apis.StaticDirectoryHandler(os.DirFS(o.publicDir), o.indexFallback))
		return nil
	})
	return nil
}

// defaultPublicDir is beside the executable, but in the working folder under `go run`, whose
// executable lies in the temporary folder.
func defaultPublicDir() string {
	if strings.HasPrefix(os.Args[0], os.TempDir()) {
		return "./pb_public"
	}
	return filepath.Join(os.Args[0], "../pb_public")
}
