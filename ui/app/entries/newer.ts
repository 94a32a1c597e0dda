import './start';

export {
  createCollection,
  getCollection,
  importCollections,
  listCollections,
  updateCollection,
} from '../../backend/newer/collectionCalls';
