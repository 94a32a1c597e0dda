import { type ReactNode, useEffect, useId } from 'react';
import { useSnapshot } from 'valtio';
import { durationText, secondsOf } from '../base/durations';
import { Field, type FieldControl } from '../kit/form/Field';
import { NumberInput, UnitInput } from '../kit/form/NumberInput';
import { SecretInput } from '../kit/form/SecretInput';
import { Select, type SelectOption } from '../kit/form/Select';
import { TextInput } from '../kit/form/TextInput';
import { Toggle } from '../kit/form/Toggle';
import css from '../kit/layout/settingsLayout.module.css';
import { messageAt } from '../model/fieldErrors';
import { redacted, type SettingsPart } from '../model/settings';
import { valueAt } from './settingsChanges';
import type { SettingsForm, SettingsPath } from './settingsForm';
import { useSettingsDraft } from './useSettingsForm';

export interface SettingProps<Part extends SettingsPart> {
  settings: SettingsForm<Part>;
  /** A path of the form's `labels`. */
  path: SettingsPath<Part>;
  /** Replaces the label of the form where the surroundings explain the rest. */
  label?: string | undefined;
  isRequired?: boolean | undefined;
  hint?: ReactNode;
  help?: ReactNode;
}

interface SettingControl extends FieldControl {
  /** True during a save, because the response replaces the form. */
  readOnly: boolean;
}

interface Props<Part extends SettingsPart> extends SettingProps<Part> {
  children: (control: SettingControl, value: unknown) => ReactNode;
}

export function SettingField<Part extends SettingsPart>({
  settings,
  path,
  label,
  isRequired,
  hint,
  help,
  children,
}: Props<Part>) {
  const { errors, isSaving } = useSettingsDraft(settings);
  useEffect(() => settings.draw(path), [settings, path]);
  return (
    <Field
      label={label ?? settings.labels[path] ?? path}
      isRequired={isRequired}
      isChanged={settings.isChangedAt(path)}
      hint={hint}
      help={help}
      error={messageAt(errors, path)}
    >
      {(control) => children({ ...control, readOnly: isSaving }, settings.valueAt(path))}
    </Field>
  );
}

interface TextProps<Part extends SettingsPart> extends SettingProps<Part> {
  type?: 'text' | 'email' | 'number' | undefined;
  placeholder?: string | undefined;
  /** Uses a monospace font, for URLs and code. */
  isMono?: boolean | undefined;
}

export function TextSetting<Part extends SettingsPart>({
  type = 'text',
  placeholder,
  isMono,
  ...props
}: TextProps<Part>) {
  const { settings, path } = props;
  return (
    <SettingField {...props}>
      {(control, value) => {
        const common = {
          ...control,
          placeholder,
          value: String(value ?? ''),
          onChange: (text: string) => settings.set(path, text),
        };
        if (type === 'number') return <NumberInput {...common} inputMode="numeric" />;
        // Use no native type, because the browser would show its own errors in its own language.
        return (
          <TextInput
            {...common}
            inputMode={type === 'email' ? 'email' : undefined}
            autoComplete="off"
            isMono={isMono}
          />
        );
      }}
    </SettingField>
  );
}

/** A setting that the server stores but never returns. */
export function SecretSetting<Part extends SettingsPart>(props: SettingProps<Part>) {
  const { settings, path } = props;
  const { stored } = useSnapshot(settings.state);
  return (
    <SettingField {...props}>
      {(control, value) => (
        <SecretInput
          {...control}
          isStored={valueAt(stored, path) === redacted}
          value={String(value ?? '')}
          onChange={(text) => settings.set(path, text)}
        />
      )}
    </SettingField>
  );
}

interface SelectProps<Part extends SettingsPart> extends SettingProps<Part> {
  options: readonly SelectOption[];
  /** Converts a setting to its option; `settingOf` converts back. */
  textOf: (value: unknown) => string;
  settingOf: (text: string) => unknown;
}

export function SelectSetting<Part extends SettingsPart>({
  options,
  textOf,
  settingOf,
  ...props
}: SelectProps<Part>) {
  const { settings, path } = props;
  return (
    <SettingField {...props}>
      {({ readOnly, ...control }, value) => (
        <Select
          {...control}
          options={options}
          isRequired
          isDisabled={readOnly}
          value={textOf(value)}
          onChange={(text) => settings.set(path, settingOf(text))}
        />
      )}
    </SettingField>
  );
}

/** A setting in seconds. The input accepts units too, and shows the duration in words. */
export function DurationSetting<Part extends SettingsPart>(props: Omit<SettingProps<Part>, 'hint'>) {
  const { settings, path } = props;
  useSettingsDraft(settings);
  const seconds = secondsOf(String(settings.valueAt(path) ?? ''));
  return (
    <SettingField {...props} hint={seconds === null ? '' : durationText(seconds)}>
      {(control, value) => (
        <UnitInput
          {...control}
          read={secondsOf}
          value={String(value ?? '')}
          onChange={(text) => settings.set(path, text)}
        />
      )}
    </SettingField>
  );
}

interface ToggleProps<Part extends SettingsPart> {
  settings: SettingsForm<Part>;
  /** A path of the form's `labels`. */
  path: SettingsPath<Part>;
  help?: ReactNode;
  /** The value if the server has none. */
  isOnByDefault?: boolean | undefined;
  onChange?: (isOn: boolean) => void;
}

export function ToggleSetting<Part extends SettingsPart>({
  settings,
  path,
  help,
  isOnByDefault = false,
  onChange,
}: ToggleProps<Part>) {
  const { errors, isSaving } = useSettingsDraft(settings);
  useEffect(() => settings.draw(path), [settings, path]);
  const helpId = useId();
  const error = messageAt(errors, path);
  return (
    <div className={css.choice}>
      <Toggle
        label={settings.labels[path]}
        isOn={Boolean(settings.valueAt(path) ?? isOnByDefault)}
        isDisabled={isSaving}
        isChanged={settings.isChangedAt(path)}
        aria-describedby={help ? helpId : undefined}
        onChange={(isOn) => {
          settings.set(path, isOn);
          onChange?.(isOn);
        }}
      />
      {error && <p className={css.error}>{error}</p>}
      {help && (
        <p className={css.reason} id={helpId}>
          {help}
        </p>
      )}
    </div>
  );
}
