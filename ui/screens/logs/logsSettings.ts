import { proxy } from 'valtio/vanilla';
import * as settings from '../../api/logsSettings';
import type { FieldError, FieldErrors } from '../../model/fieldErrors';
import { levelName, logLevels } from '../../model/log';
import type { LogsSettings } from '../../model/logsSettings';
import * as confirm from '../../state/confirm';
import { createForm, type Form } from '../../state/form';
import { createLoading, type LoadingState } from '../../state/loading';
import { report } from '../../state/report';
import * as toasts from '../../state/toasts';

/** As they are typed. */
export interface TypedSettings {
  maxDays: string;
  minLevel: string;
  logIp: boolean;
}

export const levelBounds = { lowest: -100, highest: 100 } as const;
const closeQuestion = 'You have unsaved changes. Do you really want to close the popup?';

export interface LogsSettingsForm {
  state: LoadingState;
  form: Form<TypedSettings>;
  load(): Promise<void>;
  close(): void;
  /** True when they are saved; where that deletes logs, after a question. */
  save(): Promise<boolean>;
  mayClose(): boolean | Promise<boolean>;
}

export function createLogsSettings(): LogsSettingsForm {
  const state = proxy<LoadingState>({ status: 'loading', loadError: null });
  let isDeclined = false;
  const form: Form<TypedSettings> = createForm<TypedSettings>({
    initial: { maxDays: '', minLevel: '', logIp: false },
    check: (values) => faultsOf(values, form.state.original),
    save: async (values) => {
      const changes = changesOf(values, form.state.original);
      const loss = lossOf(changes, form.state.original);
      isDeclined = loss !== null && !(await confirm.ask(loss, { isDangerous: true }));
      if (isDeclined) return;
      form.reset(typedOf(await settings.update(changes)));
      toasts.success('Successfully saved logs settings.');
    },
    onFailure: (error) => withoutGroup(report(error)),
  });

  const loading = createLoading(state, settings.get, (saved) => form.reset(typedOf(saved)));

  return {
    state,
    form,

    load: loading.load,
    close: loading.cancel,

    save: async () => (await form.submit()) && !isDeclined,

    mayClose: () => !form.isChanged() || confirm.ask(closeQuestion),
  };
}

function typedOf({ maxDays, minLevel, logIp }: LogsSettings): TypedSettings {
  return { maxDays: String(maxDays), minLevel: String(minLevel), logIp };
}

/** What is to be sent: `007` is 7, which changes nothing. */
export function changesOf(values: TypedSettings, original: TypedSettings): Partial<LogsSettings> {
  const changes: Partial<LogsSettings> = {};
  for (const key of ['maxDays', 'minLevel'] as const) {
    if (Number(values[key]) !== Number(original[key])) changes[key] = Number(values[key]);
  }
  if (values.logIp !== original.logIp) changes.logIp = values.logIp;
  return changes;
}

/** What is wrong before sending. What nobody touched is not looked at: the server has taken it. */
export function faultsOf(values: TypedSettings, original: TypedSettings): FieldErrors {
  const { lowest, highest } = levelBounds;
  const faults: Record<string, FieldError> = {};
  const check = (key: 'maxDays' | 'minLevel', least: number, most: number, message: string) => {
    const text = values[key].trim();
    if (text === original[key]) return;
    if (text === '') faults[key] = { code: 'validation_required', message: 'Cannot be blank.' };
    else if (!/^[-+]?\d+$/.test(text) || Number(text) < least || Number(text) > most) {
      faults[key] = { code: 'validation_out_of_bounds', message };
    }
  };
  check('maxDays', 0, Number.MAX_SAFE_INTEGER, 'Must be a whole number, 0 or larger.');
  check('minLevel', lowest, highest, `Must be a whole number from ${lowest} to ${highest}.`);
  return faults;
}

/** The question before a save that deletes logs; null when none are. */
export function lossOf(changes: Partial<LogsSettings>, original: TypedSettings): string | null {
  const { maxDays, minLevel } = changes;
  if (maxDays === 0) return questionOf('all logs', ' No new ones will be kept.');
  const lost: string[] = [];
  // Where nothing was kept there is nothing to lose.
  const hadAny = Number(original.maxDays) > 0;
  if (hadAny && maxDays !== undefined && maxDays < Number(original.maxDays)) {
    lost.push(`all logs older than ${maxDays} ${maxDays === 1 ? 'day' : 'days'}`);
  }
  if (hadAny && minLevel !== undefined && minLevel > Number(original.minLevel)) {
    lost.push(`all logs with a level below ${minLevel}${namesBelow(minLevel)}`);
  }
  return lost.length > 0 ? questionOf(lost.join(' and ')) : null;
}

function questionOf(what: string, more = ''): string {
  return `Saving these settings permanently deletes ${what}.${more} Do you really want to save them?`;
}

/** ` (DEBUG, INFO)`. */
function namesBelow(minLevel: number): string {
  const names = logLevels.filter(({ level }) => level < minLevel).map(({ level }) => levelName(level));
  return names.length > 0 ? ` (${names.join(', ')})` : '';
}

/** The server speaks of `logs.maxDays`. */
function withoutGroup(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, error]) => [path.replace(/^logs\./, ''), error]),
  );
}
