// The forms of the settings against a real backend: typed values, requests and messages.
//
//   const mail = await opened(createMailForm());
//   const calls = await callsDuring(() => saveWith(mail, { 'smtp.port': '25' }));
//   assert.equal(bodiesOf(calls), [{ smtp: { port: 25 } }]);

import './bareWindow';
import * as assert from 'uvu/assert';
import type { FieldErrors } from '../../ui/model/fieldErrors';
import type { SettingsPart } from '../../ui/model/settings';
import * as toasts from '../../ui/page/toasts';
import { createApplicationForm } from '../../ui/settings/applicationForm';
import { createProviderForm } from '../../ui/settings/auth-providers/providerForm';
import { createMailForm } from '../../ui/settings/mail/mailForm';
import type { SettingsForm, SettingsPath } from '../../ui/settings/settingsForm';
import { createStorageForm } from '../../ui/settings/storageForm';
import { createTokensForm } from '../../ui/settings/tokensForm';

// Settings code writes the application's name into the title.
Object.assign(globalThis, { document: { title: '' } });

/** The form of each settings page; for the providers, the form of one. */
export const settingsForms = {
  application: createApplicationForm,
  mail: createMailForm,
  storage: () => createStorageForm().settings,
  tokens: createTokensForm,
  authProviders: () => createProviderForm('google', () => {}).settings,
} satisfies Partial<Record<SettingsPart, () => SettingsForm>>;

interface ApiCall {
  readonly method: string;
  /** Undefined without a body. */
  readonly body: unknown;
}

/** Returns the requests during a function. */
export async function callsDuring(act: () => Promise<unknown>): Promise<ApiCall[]> {
  const { fetch } = globalThis;
  const calls: ApiCall[] = [];
  globalThis.fetch = (input, { method = 'GET', body, ...rest } = {}) => {
    calls.push({ method, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    return fetch(input, { method, body: body ?? null, ...rest });
  };
  await act().finally(() => {
    globalThis.fetch = fetch;
  });
  return calls;
}

/** Returns the bodies of the changes, one per request. */
export const bodiesOf = (calls: readonly ApiCall[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ body }) => body);

export async function opened<Part extends SettingsPart>(
  form: SettingsForm<Part>,
): Promise<SettingsForm<Part>> {
  await form.load();
  assert.is(form.state.status, 'ready', form.state.loadError?.message);
  return form;
}

/** Values as the user types them, by path: a number is a text. */
export type TypedValues = Readonly<Record<string, string | boolean | null>>;

export function type(form: SettingsForm, values: TypedValues): void {
  for (const [path, value] of Object.entries(values)) form.set(path as SettingsPath<SettingsPart>, value);
}

/** Types the values and saves them; the save must succeed. */
export async function saveWith(form: SettingsForm, values: TypedValues): Promise<void> {
  type(form, values);
  // They may be stored already.
  if (!form.isChanged()) return;
  assert.ok(await form.save(), `${JSON.stringify(form.state.errors)} ${told().join('\n')}`);
}

export const told = () => toasts.state.items.map(({ message }) => message);

export const messagesOf = (errors: FieldErrors) =>
  Object.fromEntries(Object.entries(errors).map(([path, { message }]) => [path, message]));
