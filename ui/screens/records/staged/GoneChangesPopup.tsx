import { useRef } from 'react';
import { announce } from '../../../components/basics/announce';
import { Button } from '../../../components/basics/Button';
import { Popup } from '../../../components/overlay/Popup';
import type { OverlayHandle } from '../../../components/overlay/useOverlay';
import { changedJson } from '../../../model/records/stagedCell';
import { copyText } from '../../../platform/clipboard';
import { indentJson } from '../../../platform/jsonText';
import { answerPanel, type Panels } from '../../../state/panels';
import * as staged from '../../../state/staged/staged';
import { askDiscard, changesText } from './discardQuestion';

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
