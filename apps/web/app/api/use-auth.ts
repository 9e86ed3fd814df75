import { useStore } from '../store/use-store.ts'
import { type AuthSnapshot, UNKNOWN_AUTH } from './auth-store.ts'
import { auth } from './browser.ts'

/** Who is logged in; unknown until the first check is done, and always unknown on the server. */
export function useAuth(): AuthSnapshot {
  return useStore(auth, () => UNKNOWN_AUTH)
}
