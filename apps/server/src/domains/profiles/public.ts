export { createDemoPeople, createMoreDemoPeople, type DemoLogin } from './demo/demo-people.ts'
export type { ProfilesDeps } from './deps.ts'
export { editProfile, PICTURE_REPLACED } from './edit-profile.ts'
export { exportProfile, influencerOf, pictureAddress } from './influencer.ts'
export { influencerProfiles } from './influencer-profiles.ts'
export { type Offer, offerForUpdate } from './offer.ts'
export type {
  PictureFile,
  PictureFormat,
  PictureStore,
  PictureVariant,
  StoredPicture,
} from './picture-store.ts'
export { createKeepsakeMaker, createPictureMaker, type PictureMaker } from './prepare-picture.ts'
export { profileVersion } from './profile-version.ts'
export { createProfiles } from './profiles.ts'
export { profilesVersion } from './profiles-version.ts'
export { readPicture } from './read-picture.ts'
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
export { type NewPicture, storePicture } from './store-picture.ts'
export { profiles, profileWords } from './tables.ts'
export { findVisibleProfile } from './visible-profile.ts'
