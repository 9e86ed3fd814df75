import type { WhoWaits } from '@parley/contract'
import { Menu, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { AuthSnapshot } from '../../api/auth-store.ts'
import { t } from '../../language/text.ts'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { LogoMark } from '../../ui/logo.tsx'
import css from './header.module.css'
import { RequestBadge } from './request-badge.tsx'
import { NOBODY_WAITS } from './use-who-waits.ts'
import { WaitingBanner } from './waiting-banner.tsx'

const loadDrawer = () => import('./menu-drawer.tsx')
const MenuDrawer = lazy(loadDrawer)
// A press asks for it again, and shows that it cannot be loaded.
const loadEarly = () => void loadDrawer().catch(() => undefined)

/** The top of every page but a call. */
export function Header({ auth, waits = NOBODY_WAITS }: { auth: AuthSnapshot; waits?: WhoWaits }) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  return (
    <>
      <header className={css.header}>
        <div className={css.bar}>
          <Link to="/" className={css.brand} translate="no">
            <LogoMark />
            Parley
          </Link>
          <div className={css.actions}>
            <span className={css.wide}>
              <ButtonLink to="/explore" variant="quiet">
                {t('Explore')}
              </ButtonLink>
            </span>
            <div data-for="visitor" className={css.group}>
              <span className={css.middle}>
                <ButtonLink to="/login" variant="quiet">
                  {t('Log in')}
                </ButtonLink>
              </span>
            </div>
            <div data-for="member" className={css.group}>
              {auth.user ? (
                <RequestBadge user={auth.user} count={waits.open_private} />
              ) : (
                <span className={css.badgePlace} />
              )}
              <Link
                to="/my-account"
                className={classes(css.account, css.narrow)}
                aria-label={t('My account')}
              >
                <UserRound size={20} aria-hidden="true" />
              </Link>
            </div>
            <IconButton
              label={t('Menu')}
              aria-haspopup="dialog"
              aria-expanded={open}
              onPointerEnter={loadEarly}
              onFocus={loadEarly}
              onClick={() => {
                setWanted(true)
                setOpen(true)
              }}
            >
              <Menu size={22} aria-hidden="true" />
            </IconButton>
          </div>
        </div>
        {wanted && (
          <Suspense>
            <MenuDrawer open={open} onOpenChange={setOpen} auth={auth} />
          </Suspense>
        )}
      </header>
      {/* Outside of the header, whose blurred background would hold it at the top. */}
      <WaitingBanner waiting={waits.waiting} />
    </>
  )
}
