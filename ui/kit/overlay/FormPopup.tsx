import { type ReactNode, useEffect, useRef } from 'react';
import { focusFirstInvalid } from '../../base/focus';
import { Button } from '../basics/Button';
import { CloseButton } from './CloseButton';
import { Popup } from './Popup';
import type { OverlayHandle } from './useOverlay';

/** `page/forms/form.ts` makes one. */
interface PopupForm {
  isChanged(): boolean;
  /** Resolves to false if the values stay typed: a check or the server refused them. */
  submit(): Promise<boolean>;
}

interface Props {
  form: PopupForm;
  /** Lets the app ask before the form is left, and returns what ends that: `watch` of `page/forms/unsaved.ts`. */
  watch: (hasChanges: () => boolean) => () => void;
  /** Asks whether typed values may be lost: `mayLose` there. */
  mayLose: (loss: 'close the popup') => Promise<boolean>;
  title: ReactNode;
  submitLabel: string;
  cancelLabel?: 'Cancel' | 'Close';
  size?: 'normal' | 'wide';
  isBusy?: boolean;
  /** The submit changes data of the server. */
  writes?: boolean;
  /** A button at the start of the footer. It gets what closes the popup without a question. */
  renderStart?: (close: () => void) => ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A popup with a form. It closes after a submit, and asks before typed values are lost. */
export function FormPopup({ form, watch, mayLose, onClose, children, ...props }: Props) {
  const { title, size, submitLabel, cancelLabel = 'Cancel', isBusy, writes, renderStart } = props;
  const overlay = useRef<OverlayHandle>(null);
  const body = useRef<HTMLDivElement>(null);
  const closeDone = () => overlay.current?.close({ isDone: true });

  useEffect(() => watch(form.isChanged), [form, watch]);

  async function handleSubmit() {
    if (await form.submit()) closeDone();
    // The errors are in the page after the next frame.
    else requestAnimationFrame(() => focusFirstInvalid(body.current));
  }

  return (
    <Popup
      handle={overlay}
      title={title}
      size={size}
      isBusy={isBusy}
      canClose={() => !form.isChanged() || mayLose('close the popup')}
      onClose={onClose}
      onSubmit={() => void handleSubmit()}
      footerStart={renderStart?.(closeDone)}
      footer={
        <>
          <CloseButton disabled={isBusy}>{cancelLabel}</CloseButton>
          <Button kind="primary" type="submit" writes={writes} isBusy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <div ref={body} className="fields">
        {children}
      </div>
    </Popup>
  );
}
