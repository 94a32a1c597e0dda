import { test } from '@playwright/test';
import { connectClient } from './realBackend';
import { adminToken, type BackendOptions, startBackend, type TestBackend } from './server';

/**
 * The backend of a file of walks. It starts before them, with the client connected to it and what `seed` makes, and
 * stops after them.
 */
export function walkedBackend(
  binary: string,
  seed: (backend: TestBackend) => unknown = () => {},
  options: BackendOptions = {},
): TestBackend {
  const backend = {} as TestBackend;
  test.beforeAll(async () => {
    const started = await startBackend(binary, { bundle: true, ...options });
    Object.defineProperties(backend, Object.getOwnPropertyDescriptors(started));
    connectClient(backend.url, await adminToken(backend));
    await seed(backend);
  });
  test.afterAll(() => backend.stop?.());
  return backend;
}
