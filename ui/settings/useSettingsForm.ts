import { type FormEvent, type RefObject, useEffect, useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio';
import { focusFirstInvalid, focusPage, isFocusLost } from '../base/focus';
import type { SettingsPart } from '../model/settings';
import { register } from '../page/commands';
import { saveCommand } from '../page/forms/formCommands';
import { useLoading } from '../page/useLoading';
import type { SettingsForm } from './settingsForm';

/**
 * Connects a form of settings to its component: loads it, guards unsaved changes, and moves to the first
 * error after a failed save. `body` contains its inputs.
 */
export function useSettingsForm(settings: SettingsForm, body: RefObject<HTMLElement | null>) {
  const { isSaving, errors } = useSettingsDraft(settings);

  useLoading(settings);

  /** Returns true if the form was saved. */
  const save = () =>
    settings.save({
      onFaults: () => {
        focusFirstInvalid(body.current);
        settings.notifyHiddenErrors();
      },
    });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void save();
  }

  useEffect(() =>
    register(
      saveCommand(
        () => body.current,
        isSaving,
        () => void save(),
      ),
    ),
  );

  // Errors of other pages are shown as toasts.
  const faults = Object.keys(errors).filter((path) => settings.labels[path] !== undefined).length;
  const unsavedCounts = { changes: settings.changedPaths().length, faults };
  return { isSaving, isChanged: settings.isChanged(), unsavedCounts, save, handleSubmit };
}

/** Moves the focus to the page when the buttons of its form leave or are disabled, because they were pressed. */
export function useFocusAfterEnd(isChanged: boolean): void {
  useLayoutEffect(() => {
    if (!isChanged && (isFocusLost() || document.activeElement?.matches(':disabled'))) focusPage();
  }, [isChanged]);
}

/**
 * Redraws the component after each change of the form, so that the component can read it. Redraws
 * synchronously, because a later one would move the caret to the end of its input.
 */
export function useSettingsDraft<Part extends SettingsPart>(settings: SettingsForm<Part>) {
  const { form, errors, isSaving } = useSnapshot(settings.state, { sync: true });
  return { form: form, errors, isSaving };
}
