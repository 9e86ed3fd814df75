import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { ApiClient } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { msg, t } from '../../language/text.ts'

const NOT_USED = msg('No passkey was used. Try again, or go another way.')
const NOT_MADE = msg('No passkey was made. Try again, or use another device.')

/** Loaded on demand: few pages need it, and only after a press. */
const library = () => import('@simplewebauthn/browser')

/** Asks this browser for a passkey; the answer proves once who the person is. */
export async function showPasskey(api: Pick<ApiClient, 'post'>) {
  const { startAuthentication } = await library()
  const optionsJSON = await api.post<Parameters<typeof startAuthentication>[0]['optionsJSON']>(
    '/api/auth/passkey/options/',
  )
  return startAuthentication({ optionsJSON }).catch(error => {
    throw readable(error, NOT_USED)
  })
}

/** Makes a passkey on this device, or on another one that the browser can use. */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await library()
  return startRegistration({ optionsJSON }).catch(error => {
    throw readable(error, NOT_MADE)
  })
}

/** The browser's own messages are for developers, and in English. */
const readable = (error: unknown, text: string) => (error instanceof ApiError ? error : new Error(t(text)))
