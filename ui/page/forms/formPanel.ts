import { answerPanel, onCloseRequest, type PanelName, type Panels } from '../panels';

/** A form that is the content of a panel. */
interface PanelForm<Name extends PanelName> {
  state: { outcome: Panels[Name]['answers'] };
  open(): Promise<void>;
  close(): void;
  discard(): void;
}

/** Opens the form of a panel, and leaves when the panel is asked to close. Returns a function that closes it. */
export function openInPanel<Name extends PanelName>(id: number, form: PanelForm<Name>): () => void {
  void form.open();
  const stop = onCloseRequest(id, ({ discards }) => {
    if (discards) form.discard();
    leavePanel(id, form);
  });
  return () => {
    stop();
    form.close();
  };
}

/** Closes the form before the answer, because the caller of the panel then checks for unsaved changes. */
export function leavePanel<Name extends PanelName>(id: number, form: PanelForm<Name>): void {
  form.close();
  answerPanel(id, form.state.outcome);
}
