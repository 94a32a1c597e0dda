import { useSnapshot } from 'valtio';
import type { RecordEditor } from './recordEditor';

/** Does the value differ from what is stored? In a new record nothing is stored, and nothing is marked. */
export function useIsChanged(editor: RecordEditor, name: string): boolean {
  const { recordId } = useSnapshot(editor.state);
  return useSnapshot(editor.state.changed)[name] === true && recordId !== null;
}
