import { useSnapshot } from 'valtio';
import { BannerBar } from '../components/page/BannerBar';
import * as connection from '../state/connection';

/** Says that the server is away, and goes by itself when it answers again. */
export function Banner() {
  const { isAway } = useSnapshot(connection.state);
  if (!isAway) return null;
  return <BannerBar kind="warning">The server cannot be reached. Trying again...</BannerBar>;
}
