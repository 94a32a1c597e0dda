import { type ReactNode, useEffect } from 'react';
import { Field, type FieldControl } from '../../components/form/Field';
import { messageAt } from '../../model/fieldErrors';
import type { SettingsForm } from './settingsForm';
import { useTypedSettings } from './useTypedSettings';

export interface SettingProps {
  settings: SettingsForm;
  /** One of the form's `labels`, which names it. */
  path: string;
  /** Where what stands around it says the rest. */
  label?: string | undefined;
  isRequired?: boolean | undefined;
  hint?: ReactNode;
  help?: ReactNode;
}

interface SettingControl extends FieldControl {
  /** While it is saved, for the answer becomes the form. */
  readOnly: boolean;
}

interface Props extends SettingProps {
  children: (control: SettingControl, value: unknown) => ReactNode;
}

/** One setting with its label, its error and its help. */
export function SettingField({ settings, path, label, isRequired, hint, help, children }: Props) {
  const { errors, isSaving } = useTypedSettings(settings);
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
