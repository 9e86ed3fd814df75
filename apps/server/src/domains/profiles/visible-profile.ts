import type { Person } from '../../core/person.ts'
import { refuse } from '../../core/refusal.ts'
import { maySee } from '../accounts/public.ts'
import type { ProfilesDeps } from './deps.ts'
import { type FoundProfile, findProfile } from './store.ts'

/** The profile that a viewer may see; a private one is 404 for strangers. */
export async function findVisibleProfile(
  deps: Pick<ProfilesDeps, 'db' | 'sharesRequest' | 'areApart'>,
  { username, viewer }: { username: string; viewer: Person | null },
): Promise<FoundProfile> {
  const found = await findProfile(deps.db, username)
  if (!found || !(await maySee(deps, { owner: found.user, viewer }))) throw refuse.notFound()
  return found
}
