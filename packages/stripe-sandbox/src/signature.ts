import { createHmac } from 'node:crypto'

/** The `Stripe-Signature` header over a payload (Stripe docs, "Verify webhook signatures manually"). */
export function signatureHeader(payload: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}
