import { useRef } from 'react';
import { copyText } from '../../base/clipboard';
import { indentJson } from '../../base/jsonText';
import { announce } from '../../kit/basics/announce';
import { Button } from '../../kit/basics/Button';
import { Popup } from '../../kit/overlay/Popup';
import type { OverlayHandle } from '../../kit/overlay/useOverlay';
import { answerPanel, type Panels } from '../../page/panels';
import { changedJson } from '../values/stagedCell';
import { askDiscard, changesText } from './discardQuestion';
import * as staged from './staged';

declare module '../../page/panels' {
  interface Panels {
    /** The changes of a table whose collection was deleted. */
    goneChanges: { takes: { collectionId: string; name: string }; answers: null };
  }
}

interface Props {
  id: number;
  takes: Panels['goneChanges']['takes'];
}

/** Offers the changes of a table whose collection was deleted. Its close discards them, after a question. */
export function GoneChangesPopup({ id, takes: { collectionId, name } }: Props) {
  const overlay = useRef<OverlayHandle>(null);
  const records = staged.recordsOf(collectionId);
  const { changes } = staged.countOf(records);

  async function handleCopy() {
    const all = [...records.values()].map(changedJson);
    if (await copyText(indentJson(`[${all.join(',')}]`))) announce('Copied');
  }

  function handleClose() {
    staged.discard(collectionId);
    answerPanel(id, null);
  }

  return (
    <Popup
      handle={overlay}
      title="This collection no longer exists"
      closesOnBackdrop={false}
      canClose={() => askDiscard(changes, records.size)}
      onClose={handleClose}
      footer={
        <>
          <Button kind="quiet" data-autofocus onClick={() => void handleCopy()}>
            Copy as JSON
          </Button>
          <Button kind="dangerQuiet" onClick={() => overlay.current?.close()}>
            Discard
          </Button>
        </>
      }
    >
      <p>
        The table of <b translate="no">{name}</b> has {changesText(changes, records.size)}{' '}
        {changes === 1 ? 'that was' : 'that were'} not saved. {changes === 1 ? 'It' : 'They'} can no longer be
        saved.
      </p>
    </Popup>
  );
}
