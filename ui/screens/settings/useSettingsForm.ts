import { type FormEvent, type RefObject, useEffect } from 'react';
import { useSaveKey } from '../../components/overlay/useSaveKey';
import { focusFirstInvalid } from '../../platform/focus';
import * as unsaved from '../../state/unsaved';
import type { SettingsForm } from './settingsForm';
import { useLoading } from './useLoading';
import { useTypedSettings } from './useTypedSettings';

/**
 * What every drawn form of settings does: it is loaded once, guards what is typed, and leads to the first fault after
 * a save that was refused. `body` holds its inputs.
 */
export function useSettingsForm(settings: SettingsForm, body: RefObject<HTMLElement | null>) {
  const { isSaving, errors } = useTypedSettings(settings);

  useLoading(settings);
  useEffect(() => unsaved.watch(settings.isChanged), [settings]);

  /** True when it was saved. */
  async function save(): Promise<boolean> {
    if (!settings.isChanged()) return false;
    if (await settings.save()) return true;
    // Once the faults are drawn, and what holds them has been opened.
    requestAnimationFrame(() => {
      focusFirstInvalid(body.current);
      settings.tellHidden();
    });
    return false;
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void save();
  }

  const handleKeyDown = useSaveKey(body, () => void save());
  // Errors of other pages are told elsewhere.
  const faults = Object.keys(errors).filter((path) => settings.labels[path] !== undefined).length;
  const unsavedCounts = { changes: settings.changedPaths().length, faults };
  return { isSaving, isChanged: settings.isChanged(), unsavedCounts, save, handleSubmit, handleKeyDown };
}
