export type { DiscoveryDeps } from './deps.ts'
export { explore } from './explore.ts'
export { createSharePictures } from './share-pictures.ts'
