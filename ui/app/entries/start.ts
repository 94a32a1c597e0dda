// Everything that loads with the sign-in page: React, the client, four controls. All other scripts load after it.
// Each file of this folder becomes a script of the bundle; esbuild finds what they share. Each exports by name what its
// script holds, and imports the entry that is loaded before it: `import './desk'`. Without this order esbuild makes a
// script of every set of entries that share a module: a hundred small ones. A screen's script holds all of its steps,
// so each step works when the server is away. `import()` names only these files.
// Rejected: a plugin that places modules, because only the build understood it. Rejected: a script for each feature,
// because its first screen then waits for code of the last one.
import 'react-dom/client';
import '../App';
import '../boot';
