import { type ReactNode, useId, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../kit/basics/Button';
import { UnsavedCount } from '../kit/form/UnsavedCount';
import { LoadFailure } from '../kit/layout/LoadFailure';
import { LoadingSection } from '../kit/layout/Loading';
import { SettingsPage } from '../kit/layout/SettingsPage';
import css from '../kit/layout/settingsLayout.module.css';
import { ConflictPopup } from '../kit/overlay/ConflictPopup';
import type { SettingsForm } from './settingsForm';
import { useFocusAfterEnd, useSettingsForm } from './useSettingsForm';

interface Props {
  title: string;
  settings: SettingsForm;
  actions?: ReactNode;
  /** The label of the button that discards the changes. */
  resetLabel?: 'Cancel' | 'Reset' | undefined;
  /** The sections; shown after the settings are loaded. */
  children: ReactNode;
}

/**
 * A page of settings with a form. Loads it, saves it by Enter, Ctrl+S or the button, and asks before the
 * person leaves unsaved changes.
 */
export function SettingsFormPage({ title, settings, actions, resetLabel = 'Cancel', children }: Props) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { status, loadError } = useSnapshot(settings.state);
  const { isSaving, isChanged, unsavedCounts, handleSubmit } = useSettingsForm(settings, form);
  useFocusAfterEnd(isChanged);

  return (
    <SettingsPage
      title={title}
      actions={status === 'ready' && actions}
      isLoading={status === 'loading'}
      bar={
        isChanged ? (
          <div className={css.bar}>
            <UnsavedCount {...unsavedCounts} />
            <span className={css.acts}>
              <Button kind="quiet" disabled={isSaving} onClick={settings.discard}>
                {resetLabel}
              </Button>
              <Button kind="primary" type="submit" writes form={formId} isBusy={isSaving}>
                Save changes
              </Button>
            </span>
          </div>
        ) : null
      }
    >
      {status === 'failed' && (
        <LoadFailure
          title="The settings could not be loaded."
          reason={loadError?.message}
          onRetry={() => void settings.load()}
        />
      )}
      {status === 'loading' && <LoadingSection />}
      {status === 'ready' && (
        <form ref={form} id={formId} className={css.form} noValidate onSubmit={handleSubmit}>
          {children}
        </form>
      )}
      <ConflictPopup title="Someone else changed these settings" form={settings} />
    </SettingsPage>
  );
}
