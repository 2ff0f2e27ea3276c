import type { ReactNode } from 'react'
import { Brand } from '../../shared/page/brand.tsx'
import classes from './sign-in-frame.module.css'

/** The pages of people who are not signed in: the drawing, and a panel with the mark of the product. */
export function SignInFrame({ title = 'SBR Operations', children }: { title?: string; children: ReactNode }) {
  return (
    <div className={`grid h-full overflow-auto ${classes.page}`}>
      <div className={classes.picture} aria-hidden />
      <main className={`stack bg-surface ${classes.panel}`}>
        <div className={`w-full ${classes.content}`}>
          <Brand size={44} />
          <h1 className={classes.title}>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  )
}

export function PrivateNotice() {
  return (
    <div className={`text-muted border-t ${classes.notice}`}>
      <p className="m-0">This is a private platform.</p>
      <p className="m-0">Please ask your supervisor for access.</p>
    </div>
  )
}
