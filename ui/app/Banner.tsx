import { useSnapshot } from 'valtio';
import { reloadPage } from '../base/pageAddress';
import { Button } from '../kit/basics/Button';
import { BannerBar } from '../kit/layout/Note';
import * as connection from '../page/session/connection';
import * as newVersion from '../page/session/newVersion';

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
