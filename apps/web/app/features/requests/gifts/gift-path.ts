/** Where a buyer makes, reads and ends the link to a call of theirs. */
export const giftPath = (slug: string) => `/api/parley/${encodeURIComponent(slug)}/session/gift/`
