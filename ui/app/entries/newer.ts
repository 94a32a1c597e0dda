import './start';

export { listLinks, removeLink } from '../../backend/newer/accountCalls';
export {
  createCollection,
  getCollection,
  importCollections,
  listCollections,
  updateCollection,
} from '../../backend/newer/collectionCalls';
export { innerLog, newerLogQuery } from '../../backend/newer/logShape';
export { learnMore, readMeta } from '../../backend/newer/metaCall';
export { innerSettings, innerSettingsErrors, newerSettings } from '../../backend/newer/settingsShape';
export { requestCode, signInWithCode } from '../../backend/newer/superuserCalls';
