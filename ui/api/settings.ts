import { GeneratedSecret, type SettingsOf, type SettingsPart, settingsAnswer } from '../model/settings';
import { request } from './client';

/** What one page of the settings shows. Secrets come masked. */
export function read<Part extends SettingsPart>(part: Part, signal?: AbortSignal): Promise<SettingsOf<Part>> {
  const { groups, answer } = settingsAnswer(part);
  return request('GET', 'settings', { query: { fields: groups.join() }, answer, signal });
}

/**
 * Changes some of them and gives what the page shows then. Keys that are not sent, at any depth, stay as they are.
 * The server checks all settings, also those that were not sent.
 */
export function update<Part extends SettingsPart>(part: Part, changes: object): Promise<SettingsOf<Part>> {
  const { groups, answer } = settingsAnswer(part);
  return request('PATCH', 'settings', { query: { fields: groups.join() }, answer, body: changes });
}

const testTimeoutMs = 30_000;

export type MailTemplateName = 'verification' | 'password-reset' | 'email-change';

/** Sends one of the mails with sample content, by the settings that are saved. */
export function testMail(email: string, template: MailTemplateName): Promise<void> {
  return request('POST', 'settings/test/email', { body: { email, template }, timeoutMs: testTimeoutMs });
}

/** Writes and deletes a file in the storage of the settings that are saved. */
export function testS3(filesystem: 'storage' | 'backups'): Promise<void> {
  return request('POST', 'settings/test/s3', { body: { filesystem }, timeoutMs: testTimeoutMs });
}

export interface AppleKey {
  clientId: string;
  teamId: string;
  keyId: string;
  /** With its BEGIN and END lines. The server does not keep it. */
  privateKey: string;
  /** Seconds. */
  duration: number;
}

/** The secret by which Apple knows the application, signed with its key. */
export async function generateAppleSecret(key: AppleKey): Promise<string> {
  const answer = GeneratedSecret;
  return (await request('POST', 'settings/apple/generate-client-secret', { body: key, answer })).secret;
}
