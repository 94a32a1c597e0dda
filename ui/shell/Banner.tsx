import { useSnapshot } from 'valtio';
import { Button } from '../components/basics/Button';
import { BannerBar } from '../components/page/Note';
import { reloadPage } from '../platform/pageAddress';
import * as connection from '../state/connection';
import * as newVersion from '../state/newVersion';

export const newVersionText = 'A new version is available.';

/** Shows that the server is unreachable, until it responds again, or that it was upgraded. */
export function Banner() {
  const { isAway } = useSnapshot(connection.state);
  const { isTold, canReload } = useSnapshot(newVersion.state);

  if (isAway) return <BannerBar kind="warning">The server cannot be reached. Trying again...</BannerBar>;
  if (!isTold) return null;
  return (
    <BannerBar
      kind="info"
      actions={
        canReload && (
          <Button size="small" onClick={reloadPage}>
            Reload
          </Button>
        )
      }
    >
      {newVersionText}
    </BannerBar>
  );
}
