package org.shop;

import java.lang.annotation.Retention;

/** Who did it. */
@Retention(RUNTIME)
public @interface Audited {
  String value() default "";
}
