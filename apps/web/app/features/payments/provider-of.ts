import type { CardProvider } from './card-provider.ts'
import { createSandboxProvider } from './sandbox-provider.ts'

/** The card provider of this site. */
export function providerOf(name: 'sandbox' | 'stripe'): CardProvider {
  switch (name) {
    case 'sandbox':
      return createSandboxProvider((input, init) => fetch(input, init))
    default:
      throw new Error(`No card form for the provider ${name}`)
  }
}
