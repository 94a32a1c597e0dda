import {
  AllSettings,
  AnySettings,
  GeneratedSecret,
  type SettingsOf,
  type SettingsPart,
  settingsAnswer,
} from '../model/settings';
import { ApiError } from './ApiError';
import { apiAddress, type CallOptions, type Method, request, type Shape, validateBody } from './client';
import { isNewer } from './dialect';
import { loadDoor } from './newer/door';

/** Reads the settings of one form. Secrets are masked. */
export function read<Part extends SettingsPart>(part: Part, signal?: AbortSignal): Promise<SettingsOf<Part>> {
  const { groups, answer } = settingsAnswer(part);
  return ask('GET', answer, { query: { fields: groups.join() }, signal });
}

/** Reads the settings of all forms. Secrets are masked. */
export function readAll(signal?: AbortSignal): Promise<AllSettings> {
  return ask('GET', AllSettings, { signal }) as Promise<AllSettings>;
}

/**
 * Changes some settings and returns the form's settings afterwards. Missing keys stay unchanged at any depth.
 * The server validates all settings, also those that were not sent. It deletes logs that the new settings no
 * longer keep.
 */
export async function update<Part extends SettingsPart>(
  part: Part,
  changes: object,
): Promise<SettingsOf<Part>> {
  const { groups, answer } = settingsAnswer(part);
  const body = isNewer() ? (await loadDoor()).newerSettings(changes) : changes;
  return ask('PATCH', answer, { query: { fields: groups.join() }, body });
}

async function ask<T>(method: Method, answer: Shape<T>, call: CallOptions): Promise<T> {
  if (!isNewer()) return request(method, 'settings', { ...call, answer });
  const raw = await request(method, 'settings', { ...call, answer: AnySettings }).catch(
    async (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      const { innerSettingsErrors } = await loadDoor();
      throw new ApiError({ ...error, message: error.message, fields: innerSettingsErrors(error.fields) });
    },
  );
  const { innerSettings } = await loadDoor();
  return validateBody(apiAddress('settings'), innerSettings(raw), answer);
}

const testTimeoutMs = 30_000;

export type MailTemplateName = 'verification' | 'password-reset' | 'email-change';

/** Sends a mail with sample content, using the saved settings. */
export function testMail(email: string, template: MailTemplateName): Promise<void> {
  return request('POST', 'settings/test/email', { body: { email, template }, timeoutMs: testTimeoutMs });
}

/** Writes and deletes a test file, using the saved settings. */
export function testS3(
  filesystem: 'storage' | 'backups',
  options: Pick<CallOptions, 'isBackground'> = {},
): Promise<void> {
  const body = { filesystem };
  return request('POST', 'settings/test/s3', { body, timeoutMs: testTimeoutMs, ...options });
}

interface AppleKey {
  clientId: string;
  teamId: string;
  keyId: string;
  /** Includes the BEGIN and END lines. The server does not store it. */
  privateKey: string;
  /** In seconds. */
  duration: number;
}

/** Returns the client secret for Apple, signed with the application's key. */
export async function generateAppleSecret(key: AppleKey): Promise<string> {
  const answer = GeneratedSecret;
  return (await request('POST', 'settings/apple/generate-client-secret', { body: key, answer })).secret;
}
