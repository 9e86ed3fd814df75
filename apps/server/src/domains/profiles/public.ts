export { createDemoPeople, createMoreDemoPeople, type DemoLogin } from './demo/demo-people.ts'
export type { ProfilesDeps } from './deps.ts'
export { editProfile, IMAGE_REPLACED } from './edit-profile.ts'
export type {
  ImageFile,
  ImageFormat,
  ImageStore,
  ImageVariant,
  StoredImage,
} from './image-store.ts'
export { imageAddress, influencerOf } from './influencer.ts'
export { influencerProfiles } from './influencer-profiles.ts'
export { type Offer, offerForUpdate } from './offer.ts'
export {
  createImageMaker,
  createKeepsakeMaker,
  type ImageMaker,
} from './prepare-image.ts'
export { profileVersion } from './profile-version.ts'
export { createProfiles } from './profiles.ts'
export { profilesVersion } from './profiles-version.ts'
export { readImage } from './read-image.ts'
export {
  type FoundProfile,
  findProfile,
  isInfluencer,
  lockProfile,
  type OfferLock,
  PROFILE_AND_PERSON,
  profileShowsMore,
  setBookingMode,
} from './store.ts'
export { type NewImage, storeImage } from './store-image.ts'
export { profiles, profileWords } from './tables.ts'
export { followSaleTerms } from './terms/sale-terms.ts'
export { findVisibleProfile } from './visible-profile.ts'
