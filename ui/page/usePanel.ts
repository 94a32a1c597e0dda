import { useEffect, useRef } from 'react';
import type { OverlayHandle } from '../kit/overlay/useOverlay';
import { answerPanel, onCloseRequest, type PanelName, type Panels } from './panels';

/** A form that is the content of a panel; its outcome is the answer. */
interface PanelForm<Answer> {
  state: { outcome: Answer };
  open(): Promise<void>;
  close(): void;
  discard(): void;
}

/**
 * Closes a panel with its answer. The form opens and closes with the panel.
 *
 *   const panel = usePanel<'recordPicker'>(id);
 *   <Panel {...panel.overlay} title="Select"> ... <Button onClick={() => panel.finish(ids)}>Set</Button>
 */
export function usePanel<Name extends PanelName>(id: number, form?: PanelForm<Panels[Name]['answers']>) {
  const handle = useRef<OverlayHandle>(null);
  const answer = useRef<Panels[Name]['answers'] | null>(null);

  useEffect(() => {
    if (!form) return;
    void form.open();
    const stop = onCloseRequest(id, ({ discards }) => {
      if (discards) form.discard();
      leave(id, form);
    });
    return () => {
      stop();
      form.close();
    };
  }, [id, form]);

  return {
    overlay: { handle, onClose: () => (form ? leave(id, form) : answerPanel(id, answer.current as never)) },
    /** Closes it without a question. */
    finish: (given: Panels[Name]['answers'] | null = null) => {
      answer.current = given;
      handle.current?.close({ isDone: true });
    },
  };
}

/** Closes the form before it answers, because the caller of the panel checks for unsaved changes after the answer. */
function leave(id: number, form: PanelForm<unknown>): void {
  form.close();
  answerPanel(id, form.state.outcome as never);
}
