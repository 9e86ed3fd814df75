/** What a card setup answers: enough for a browser to confirm it at the provider. */
export interface Wallet {
  client_secret: string
  publishable_key: string
}

interface Confirmed {
  next_action?: { redirect_to_url?: { url: string } } | null
}

export const setupIdOf = (wallet: Wallet): string => wallet.client_secret.split('_secret_')[0] ?? ''

/** Confirms a setup as a browser does it: the provider alone gets the card. */
export function confirmAtProvider(origin: string, wallet: Wallet, number: string): Promise<Response> {
  const body = new URLSearchParams({
    key: wallet.publishable_key,
    client_secret: wallet.client_secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
    return_url: `${origin}/signup/regular`,
  })
  return fetch(`${origin}/sandbox/stripe/v1/setup_intents/${setupIdOf(wallet)}/confirm`, {
    method: 'POST',
    body,
  })
}

/** Says yes on the bank's challenge page, where there is one. */
export async function approveAtBank(confirmed: unknown): Promise<void> {
  const url = (confirmed as Confirmed).next_action?.redirect_to_url?.url
  if (!url) return
  const secret = /name="secret" value="([^"]*)"/.exec(await (await fetch(url)).text())?.[1] ?? ''
  const body = new URLSearchParams({ outcome: 'approve', secret })
  await fetch(url, { method: 'POST', body, redirect: 'manual' })
}
