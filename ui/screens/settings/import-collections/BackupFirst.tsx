import { useEffect, useState } from 'react';
import { Button } from '../../../components/basics/Button';
import { makeBackup, newestBackupLine } from '../../../state/newestBackup';

/** How old the newest backup is, and a newer one with one click. */
export function BackupFirst() {
  const [line, setLine] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => void newestBackupLine().then(setLine), []);

  async function handleBackup() {
    setIsBusy(true);
    await makeBackup();
    setLine(await newestBackupLine());
    setIsBusy(false);
  }

  return (
    <p>
      <span role="status">{line && `${line}. `}</span>
      <Button kind="link" isBusy={isBusy} onClick={() => void handleBackup()}>
        Make a backup first
      </Button>
    </p>
  );
}
