/* Preloaded into a server: it speaks a language that nobody knows. Every message that could be translated is, word for
 * word, the severities too, whatever lc_messages says and whether or not this build has catalogs: each small vowel
 * becomes another letter. What a printf directive is stays. */
#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

struct message {
  char *source;
  char *target;
};

static int compare(const void *a, const void *b) {
  return strcmp(((const struct message *)a)->source, ((const struct message *)b)->source);
}

static char *translated(const char *source) {
  static const char conversions[] = "diouxXeEfFgGaAcspnm%";
  char *target = malloc(2 * strlen(source) + 1), *to = target;
  for (const char *from = source; *from; ++from) {
    if (*from == '%') {
      do *to++ = *from;
      while (*++from && !strchr(conversions, *from));
      if (!*from) break;
      *to++ = *from;
    } else if (strchr("aeiouAEIOU", *from)) {
      *to++ = '\xc3'; /* ø */
      *to++ = '\xb8';
    } else {
      *to++ = *from;
    }
  }
  *to = 0;
  return target;
}

static char *look_up(const char *source) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static void *tree;
  if (!*source) return (char *)source;
  struct message wanted = {(char *)source, NULL};
  pthread_mutex_lock(&mutex);
  struct message **found = tfind(&wanted, &tree, compare);
  if (!found) {
    struct message *made = malloc(sizeof *made);
    made->source = strdup(source);
    made->target = translated(source);
    found = tsearch(made, &tree, compare);
  }
  char *target = (*found)->target;
  pthread_mutex_unlock(&mutex);
  return target;
}

char *dcgettext(const char *domain, const char *source, int category) {
  (void)domain, (void)category;
  return look_up(source);
}

char *dcngettext(const char *domain, const char *one, const char *many, unsigned long number, int category) {
  (void)domain, (void)category;
  return look_up(number == 1 ? one : many);
}

char *dgettext(const char *domain, const char *source) { return dcgettext(domain, source, 0); }
char *gettext(const char *source) { return look_up(source); }
char *dngettext(const char *domain, const char *one, const char *many, unsigned long number) {
  return dcngettext(domain, one, many, number, 0);
}
