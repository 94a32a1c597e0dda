import { useSnapshot } from 'valtio';
import type { RecordEditor } from './recordEditor';

/** True if the value differs from the stored one. False for a new record. */
export function useIsChanged(editor: RecordEditor, name: string): boolean {
  return useSnapshot(editor.state.changed)[name] === true;
}
