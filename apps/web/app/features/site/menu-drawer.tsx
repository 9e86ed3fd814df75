import { Dialog } from '@base-ui/react/dialog'
import { Languages, LogOut, Moon, Sun, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AuthSnapshot } from '../../api/auth-store.ts'
import { chooseLanguage } from '../../language/choose-language.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../language/languages.ts'
import { activeLanguage, t } from '../../language/text.ts'
import { useStore } from '../../store/use-store.ts'
import { type ThemeMode, themeMode } from '../../theme/theme-mode.ts'
import { Button } from '../../ui/button.tsx'
import { useBackCloses } from '../../ui/gestures/use-back-closes.ts'
import { Sheet } from '../../ui/sheet.tsx'
import css from './menu-drawer.module.css'

export interface MenuDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  auth: AuthSnapshot
}

function ThemeToggle() {
  const mode = useStore<ThemeMode>(themeMode, () => 'light')
  const other = mode === 'dark' ? 'light' : 'dark'
  return (
    <button type="button" className={css.entry} onClick={() => themeMode.choose(other)}>
      {mode === 'dark' ? <Sun size={20} aria-hidden="true" /> : <Moon size={20} aria-hidden="true" />}
      {mode === 'dark' ? t('Light theme') : t('Dark theme')}
    </button>
  )
}

/** What a person typed or chose on the page, and not the browser; the search of Explore is in its address. */
const TYPED =
  'main :is(input, textarea, select):is(:user-valid, :user-invalid):not(:is(:autofill, [role="search"] *))'

/** The other languages, each by its own name; asks before a change that loses what the person wrote. */
function LanguageEntries({ onStay }: { onStay: () => void }) {
  const [wanted, setWanted] = useState<Language | null>(null)
  return (
    <>
      {LANGUAGE_NAMES.filter(language => language !== activeLanguage()).map(language => (
        <button
          key={language}
          type="button"
          lang={language}
          className={css.entry}
          onClick={() => (document.querySelector(TYPED) ? setWanted(language) : chooseLanguage(language))}
        >
          <Languages size={20} aria-hidden="true" />
          {LANGUAGES[language].name}
        </button>
      ))}
      <Sheet
        open={wanted !== null}
        onOpenChange={() => setWanted(null)}
        title={t('Change the language?')}
        description={t('The page is loaded again. What you wrote on it and did not save or send is lost.')}
        actions={
          <>
            <Button onClick={onStay}>{t('Keep writing')}</Button>
            <Button variant="primary" onClick={() => wanted && chooseLanguage(wanted)}>
              {t('Change the language')}
            </Button>
          </>
        }
      />
    </>
  )
}

function entriesFor({ user, data }: AuthSnapshot): [string, string][] {
  const common: [string, string][] = [
    [t('Explore'), '/explore'],
    [t('Request a call'), '/session-request'],
    [t('FAQ'), '/faq'],
    [t('Terms and privacy'), '/terms'],
  ]
  if (!data) {
    const out: [string, string][] = [
      [t('Log in'), '/login'],
      [t('Sign up as a user'), '/signup/regular'],
      [t('Sign up as an influencer'), '/signup/influencer'],
    ]
    return [...out, ...common]
  }
  const own: [string, string][] = user?.is_influencer
    ? [
        [t('Your profile'), `/profile/${user.username}`],
        [t('Calendar'), '/calendar'],
        [t('Earnings'), '/earnings'],
      ]
    : []
  const bookings: [string, string] = [t('Your bookings'), '/bookings']
  return [
    ...own,
    bookings,
    [t('Keepsakes'), '/keepsakes'],
    [t('Payments'), '/payments'],
    [t('Prepaid links'), '/prepaid'],
    [t('My account'), '/my-account'],
    ...common,
  ]
}

/** The menu, from the right. */
export default function MenuDrawer({ open, onOpenChange, auth }: MenuDrawerProps) {
  const close = () => onOpenChange(false)
  useBackCloses(open, close)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.backdrop} />
        <Dialog.Popup className={css.drawer}>
          <div className={css.top}>
            <Dialog.Title className={css.title}>
              {auth.user ? `@${auth.user.username}` : t('Menu')}
            </Dialog.Title>
            <Dialog.Close className={css.close} aria-label={t('Close menu')}>
              <X size={22} aria-hidden="true" />
            </Dialog.Close>
          </div>
          <nav aria-label={t('Main')} className={css.list}>
            {entriesFor(auth).map(([name, to]) => (
              <Link key={to} to={to} className={css.entry} onClick={close}>
                {name}
              </Link>
            ))}
          </nav>
          <div className={css.list}>
            <ThemeToggle />
            <LanguageEntries onStay={close} />
            {auth.data && (
              <Link to="/logout" className={css.entry} onClick={close}>
                <LogOut size={20} aria-hidden="true" />
                {t('Log out')}
              </Link>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
