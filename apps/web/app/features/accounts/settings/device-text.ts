import { messages } from '@parley/contract/messages'
import { t } from '../../../language/text.ts'

/** A device that the server has named in English, "Firefox on Windows", in the language of the page. */
export function deviceText(device: string): string {
  if (device === messages.unknownDevice) return t(messages.unknownDevice)
  const [browser, system, ...rest] = device.split(' on ')
  if (browser === undefined || system === undefined || rest.length > 0) return device
  return t('{browser} on {system}', { browser, system })
}
