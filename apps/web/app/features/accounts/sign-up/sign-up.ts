import type { AccountStep, CreatedUser, FieldErrors, InfluencerStepInput, OwnUser } from '@parley/contract'
import { REDIRECT_AFTER_SIGN_UP_MS, USER_REFETCH_MS } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import type { AuthStore } from '../../../api/auth-store.ts'
import type { ApiClient } from '../../../api/client.ts'
import { ApiError, errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { createStore } from '../../../store/store.ts'

export type SignUpKind = 'regular' | 'influencer'
export const SIGN_UP_STEPS = 2

export interface SignUpSnapshot {
  /** 1 account details, 2 payment (regular) or profile (influencer). */
  step: 1 | 2
  busy: boolean
  /** The account exists and no step is left. */
  done: boolean
  /** The username of the account, which was just made or logged in before. */
  username: string | null
  /** The refused fields; a new object after each refusal. */
  errors: FieldErrors | null
}

export interface SignUpDeps {
  kind: SignUpKind
  api: Pick<ApiClient, 'post'>
  auth: Pick<AuthStore, 'keep' | 'refreshUser'>
  alerts: { error(text: string): void; message(text: string): void }
  newKey: () => string
  setTimer: (work: () => void, delayMs: number) => unknown
  redirect: () => void
  scrollToForm: () => void
}

const ACCOUNT_FIELDS = ['username', 'first_name', 'last_name', 'email', 'password', 'confirmpassword']

const alreadyCreated = () => t('user: {problem}', { problem: t(messages.alreadyCreated) })

type FormValues = Record<string, string | number | Blob | undefined>

function toForm(values: FormValues): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) form.set(name, typeof value === 'number' ? String(value) : value)
  }
  return form
}

/** The two steps of a sign-up, for users and for influencers. */
export function createSignUp(deps: SignUpDeps) {
  const store = createStore<SignUpSnapshot>({
    step: 1,
    busy: false,
    done: false,
    username: null,
    errors: null,
  })
  const { set } = store
  let account: AccountStep | null = null
  /** Kept while the same form is sent again, because its answer was lost: the server creates one account for it. */
  let attempt: { key: string; of: unknown[] } | null = null

  function keyFor(values: FormValues): string {
    const of = Object.entries(values).flat()
    const isSame = of.every((part, at) => part === attempt?.of[at])
    if (!attempt || !isSame || of.length !== attempt.of.length) attempt = { key: deps.newKey(), of }
    return attempt.key
  }

  function finish(known: Partial<SignUpSnapshot> = {}) {
    if (store.getSnapshot().done) return
    set({ ...known, done: true, busy: false })
    deps.setTimer(deps.redirect, REDIRECT_AFTER_SIGN_UP_MS)
  }
  function refused(error: unknown) {
    const errors = error instanceof ApiError ? error.fields : null
    const atAccount = errors !== null && Object.keys(errors).some(field => ACCOUNT_FIELDS.includes(field))
    set({ busy: false, errors, step: deps.kind === 'regular' || atAccount ? 1 : store.getSnapshot().step })
    deps.alerts.error(errorText(error))
    deps.scrollToForm()
  }
  function created(user: CreatedUser) {
    deps.auth.keep(user.token)
    deps.alerts.message(messages.userCreated)
    // The account exists; the next page loads the person again.
    deps.setTimer(() => void deps.auth.refreshUser(), USER_REFETCH_MS)
    const known = { username: user.username, errors: null }
    if (deps.kind === 'influencer') finish(known)
    else set({ ...known, step: 2, busy: false })
  }
  async function create(values: FormValues) {
    if (store.getSnapshot().busy) return
    set({ busy: true, errors: null })
    try {
      created(await deps.api.post<CreatedUser>('/api/user/', toForm({ ...values, uuid: keyFor(values) })))
    } catch (error) {
      refused(error)
    }
  }
  function refuseAccountStep() {
    deps.alerts.error(alreadyCreated())
    set({ step: 2 })
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    /** Called when a logged-in person opened the page, or when the person was loaded again. */
    personKnown(user: OwnUser) {
      if (store.getSnapshot().done || store.getSnapshot().busy) return
      const justCreated = store.getSnapshot().username === user.username
      set({ username: user.username })
      if (user.is_influencer) return
      if (deps.kind === 'influencer') return deps.alerts.error(alreadyCreated())
      if (user.card_intents.some(card => card.is_valid)) finish()
      else if (!justCreated && store.getSnapshot().step === 1) refuseAccountStep()
    },
    /** Back from the bank's check of a card: straight to the payment step. */
    resumePayment(user: OwnUser) {
      set({ step: 2, username: user.username })
    },
    /** Continue on the account step, with valid details. */
    async continueAccount(values: AccountStep): Promise<void> {
      if (deps.kind === 'regular' && store.getSnapshot().username !== null) return refuseAccountStep()
      account = values
      if (deps.kind === 'influencer') set({ step: 2, errors: null })
      else await create({ ...values })
    },
    /** Sign Up on the last step of an influencer. */
    async signUp(values: InfluencerStepInput, picture: File): Promise<void> {
      if (account) await create({ ...account, ...values, file: picture })
      else set({ step: 1 })
    },
    back() {
      if (deps.kind === 'regular' && store.getSnapshot().username !== null) refuseAccountStep()
      else set({ step: 1 })
    },
    /** The payment step failed: returns to the account step, from which Continue leads here again. */
    paymentFailed(problem: string) {
      deps.alerts.error(problem)
      set({ step: 1 })
    },
    /** The person saved a card, or skipped the step. */
    finish: () => finish(),
  }
}
export type SignUp = ReturnType<typeof createSignUp>
