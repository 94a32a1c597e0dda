// The forms of the settings against a real backend: what is typed, what is sent, what is told.
//
//   const mail = await opened(createMailForm());
//   const calls = await callsDuring(() => saveWith(mail, { 'smtp.port': '25' }));
//   assert.equal(bodiesOf(calls), [{ smtp: { port: 25 } }]);

import './bareWindow';
import * as assert from 'uvu/assert';
import type { FieldErrors } from '../../ui/model/fieldErrors';
import type { SettingsPart } from '../../ui/model/settings';
import { createApplicationForm } from '../../ui/screens/settings/application/applicationForm';
import { createProviderForm } from '../../ui/screens/settings/auth-providers/providerForm';
import { createMailForm } from '../../ui/screens/settings/mail/mailForm';
import type { SettingsForm } from '../../ui/screens/settings/settingsForm';
import { createStorageForm } from '../../ui/screens/settings/storage/storageForm';
import { createTokensForm } from '../../ui/screens/settings/tokens/tokensForm';
import * as toasts from '../../ui/state/toasts';

// The application's name is written into the title.
Object.assign(globalThis, { document: { title: '' } });

export const providerForm = (name: string) => createProviderForm(name, () => {}).settings;

/** The form of each page; of the providers that of one. */
export const settingsForms = {
  application: createApplicationForm,
  mail: createMailForm,
  storage: () => createStorageForm().settings,
  tokens: createTokensForm,
  authProviders: () => providerForm('google'),
} satisfies Partial<Record<SettingsPart, () => SettingsForm>>;

export interface ApiCall {
  readonly method: string;
  /** Below `/api/`, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined where none is sent. */
  readonly body: unknown;
}

/** What is asked of any server while something runs. */
export async function callsDuring(act: () => Promise<unknown>): Promise<ApiCall[]> {
  const { fetch } = globalThis;
  const calls: ApiCall[] = [];
  globalThis.fetch = (input, init) => {
    const { pathname, searchParams } = new URL(String(input));
    calls.push({
      method: init?.method ?? 'GET',
      path: pathname.slice('/api/'.length),
      query: Object.fromEntries(searchParams),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    return fetch(input, init);
  };
  try {
    await act();
  } finally {
    globalThis.fetch = fetch;
  }
  return calls;
}

/** What was to be changed, call by call. */
export const bodiesOf = (calls: readonly ApiCall[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ body }) => body);

export async function opened<Part extends SettingsPart>(
  form: SettingsForm<Part>,
): Promise<SettingsForm<Part>> {
  await form.load();
  assert.is(form.state.status, 'ready', form.state.loadError?.message);
  return form;
}

/** What an operator types, by path: a number is a text. */
export type TypedValues = Readonly<Record<string, string | boolean | null>>;

export function type(form: SettingsForm, values: TypedValues): void {
  for (const [path, value] of Object.entries(values)) form.set(path, value);
}

/** Types the values and saves them, which must end well. */
export async function saveWith(form: SettingsForm, values: TypedValues): Promise<void> {
  type(form, values);
  assert.ok(await form.save(), `${JSON.stringify(form.form.state.errors)} ${told().join('\n')}`);
}

export const told = () => toasts.state.items.map(({ message }) => message);

export const messagesOf = (errors: FieldErrors) =>
  Object.fromEntries(Object.entries(errors).map(([path, { message }]) => [path, message]));
