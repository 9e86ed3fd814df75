import type { FastifyInstance } from 'fastify'
import type { FaultControl } from '../options.ts'
import { accountDecision } from '../resources/accounts.ts'
import { readFaultRule, readText, readTexts, readWebhookFault } from './fault-input.ts'

interface FaultRouteDeps {
  control: FaultControl
  deliver(): Promise<number>
}

/**
 * The fault injector over HTTP, for tests outside this process. Bodies are JSON, so that no form on another site can
 * post here.
 */
export function registerFaultRoutes(app: FastifyInstance, { control, deliver }: FaultRouteDeps): void {
  app.get('/faults', () => ({ rules: control.list() }))
  app.post('/faults', request => ({ id: control.add(readFaultRule(request.body)) }))
  app.delete('/faults', () => {
    control.clear()
    return {}
  })
  app.post('/faults/webhooks', request => {
    const action = readText(request.body, 'action')
    if (action === 'hold') control.webhooks.hold()
    else if (action === 'release' || action === 'reorder') {
      return { released: control.webhooks.release(readTexts(request.body, 'order') ?? []) }
    } else if (action === 'resend') control.webhooks.resend(readText(request.body, 'event'))
    else control.webhooks.add(readWebhookFault(request.body))
    return {}
  })
  app.post('/faults/webhooks/deliver', async () => ({ accepted: await deliver() }))
  app.post('/faults/settle', request => {
    const outcome = readText(request.body, 'outcome') === 'succeeded' ? 'succeeded' : 'failed'
    control.endProcessing(readText(request.body, 'payment_intent'), outcome)
    return {}
  })
  app.post('/faults/disputes', request => ({
    id: control.openDispute(readText(request.body, 'payment_intent'), 'fraudulent'),
  }))
  app.post('/faults/inquiries', request => ({
    id: control.openInquiry(readText(request.body, 'payment_intent')),
  }))
  app.post('/faults/inquiries/escalate', request => {
    control.escalateInquiry(readText(request.body, 'dispute'))
    return {}
  })
  app.post('/faults/fraud-warnings', request => ({
    id: control.warnOfFraud(readText(request.body, 'payment_intent')),
  }))
  app.post('/faults/disputes/close', request => {
    const outcome = readText(request.body, 'outcome') === 'won' ? 'won' : 'lost'
    control.closeDispute(readText(request.body, 'dispute'), outcome)
    return {}
  })
  app.post('/faults/accounts', request => {
    const decision = accountDecision(readText(request.body, 'decision'))
    control.decideAccount(readText(request.body, 'account'), decision)
    return {}
  })
  app.post('/faults/payouts', request => {
    const decision = readText(request.body, 'decision') === 'paid' ? 'paid' : 'failed'
    control.decidePayout(readText(request.body, 'payout'), decision)
    return {}
  })
}
